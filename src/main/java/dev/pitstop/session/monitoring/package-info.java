/// The session for those who sit beside the agent: its journal is filled here, and its socket
/// answers here. The readers' side is the package `beside`.
package dev.pitstop.session.monitoring;
