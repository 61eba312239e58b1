package dev.pitstop.doctor.check;

import dev.pitstop.process.Stopped;
import java.util.List;
import java.util.Optional;

/// How a server was stopped: in its first run by the end of its stdin, then SIGTERM, then SIGKILL;
/// in its second by SIGTERM at once.
///
/// @param stopped the first run
/// @param millis how long that took
/// @param tree its processes when its stdin ended: `sleep 1000 (pid 123)`
/// @param atSigterm whether SIGTERM alone ended the second run; empty if there was none
/// @param behind the processes that the second run left behind
public record StopFacts(
    Stopped stopped,
    long millis,
    List<String> tree,
    Optional<Boolean> atSigterm,
    List<String> behind) {}
