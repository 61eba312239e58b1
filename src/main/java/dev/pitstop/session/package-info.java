/// One client: its reader, the switch over its methods, and the choice between one server
/// ([dev.pitstop.session.solo]) and many ([dev.pitstop.session.many]).
///
/// Start with [Router]; [Session] puts the parts together.
package dev.pitstop.session;
