package dev.pitstop.backend;

/// That a call waits while an older one of the same run is not answered either, and nothing else
/// is: the server may be busy with that one, or hang.
///
/// @param older the oldest of them
/// @param waitedMillis how long the call itself has waited
public record Behind(OpenCall older, long waitedMillis) {}
