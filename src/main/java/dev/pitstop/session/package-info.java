/// One client: its reader, and the switch over its methods. How its servers look to it is in
/// [dev.pitstop.session.exposure].
///
/// Start with [Router]; [Session] puts the parts together.
package dev.pitstop.session;
