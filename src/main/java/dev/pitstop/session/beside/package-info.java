/// The session for those who sit beside the agent (V1, V2): its journal is filled here, and its
/// socket answers here. The readers' side is the package `beside`.
package dev.pitstop.session.beside;
