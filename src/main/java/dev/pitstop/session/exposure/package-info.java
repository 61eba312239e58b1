/// How a session's servers look to its client: one server as it is, with its own handshake, names
/// and lists; or many, with Pitstop's handshake, merged lists, and names like `server__tool`.
package dev.pitstop.session.exposure;
