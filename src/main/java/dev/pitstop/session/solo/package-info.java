/// A session with one server: transparent, with the server's own handshake and names.
package dev.pitstop.session.solo;
