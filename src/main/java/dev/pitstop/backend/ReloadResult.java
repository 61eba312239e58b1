package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.Effect;
import java.util.Optional;

/// What a reload has led to.
///
/// @param build the result of the build command, if there is one and it ran
/// @param run that serves now, if one was started and became ready
/// @param failure how the new run ended, if it did not become ready
/// @param secondTry whether the old run was stopped after a first try beside it had failed
public record ReloadResult(
    Effect.Outcome outcome,
    Recipe recipe,
    Optional<Builder.Result> build,
    Optional<Run> run,
    Optional<RunEnd> failure,
    boolean secondTry) {}
