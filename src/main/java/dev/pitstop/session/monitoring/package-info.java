/// The session for those who sit beside the agent: its journal is filled here, and its socket
/// answers here. The readers' side is `dev.pitstop.monitoring`.
package dev.pitstop.session.monitoring;
