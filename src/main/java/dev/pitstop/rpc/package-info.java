/// JSON-RPC over its original bytes: lines, the envelope of a message, splicing, ids, calls in
/// flight, the outbox, and the monitor whose turns guard the state of a session.
///
/// Start with [Monitor], then [Message] and [Splice].
package dev.pitstop.rpc;
