/// Lets a client of one era use a server of the other (docs/design/eras.md).
package dev.pitstop.session.bridge;
