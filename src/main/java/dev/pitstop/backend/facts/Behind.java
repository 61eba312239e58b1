package dev.pitstop.backend.facts;

/// A call is waiting while an older call of the same run has no answer either, and no other call
/// gets one. The server may be busy with the older call, or hang.
///
/// @param older the oldest of them
/// @param waitedMillis how long the waiting call has waited
public record Behind(OpenCall older, long waitedMillis) {}
