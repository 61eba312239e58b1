package dev.pitstop.cli.replay;

import dev.pitstop.compare.Noise;

/// What the options ask for.
///
/// @param all whether calls are sent that may change something
/// @param ignored what does not count
record Rules(boolean all, Noise ignored) {}
