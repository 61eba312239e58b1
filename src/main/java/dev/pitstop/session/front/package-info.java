/// What faces the client of a session: its port, its open requests, the changes of its lists, and
/// the servers' questions to it.
package dev.pitstop.session.front;
