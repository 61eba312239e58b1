/// What faces the client of a session: its port, its open requests, its subscriptions and log
/// wishes, and questions to it.
package dev.pitstop.session.front;
