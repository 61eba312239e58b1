/// One client: its reader, and the making of channels. How its servers look to it is in
/// [dev.pitstop.session.exposure].
///
/// [Session] puts the parts together.
package dev.pitstop.session;
