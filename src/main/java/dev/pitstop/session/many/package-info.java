/// A session with many servers: Pitstop's own handshake, merged lists, names with the server's
/// prefix.
package dev.pitstop.session.many;
