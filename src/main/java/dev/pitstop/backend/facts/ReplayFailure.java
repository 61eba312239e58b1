package dev.pitstop.backend.facts;

import java.util.Optional;

/// A call that was replayed to a new run and did not succeed this time.
///
/// @param why the server's words, if there were any
/// @param limitMillis the time limit, if there was no answer within it
public record ReplayFailure(String tool, Optional<String> why, Optional<Long> limitMillis) {}
