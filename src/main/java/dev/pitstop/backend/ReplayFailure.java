package dev.pitstop.backend;

import java.util.Optional;

/// A call that was replayed to a new run and did not succeed as it had before (R8).
///
/// @param why the server's words, if it had any
/// @param limitMillis if it was not answered within that time
public record ReplayFailure(String tool, Optional<String> why, Optional<Long> limitMillis) {}
