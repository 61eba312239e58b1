/// Pitstop's own tools.
package dev.pitstop.session.tools;
