package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.channel.Channel;
import java.util.List;
import java.util.Optional;

/// How a server is run, as its options or its entry say. A server can get another recipe while it
/// runs ({@link ReloadJobs#change}); each run keeps the one with which it was opened. A recipe
/// equals only itself.
///
/// @param era the era that its runs have shown
public record Recipe(
    Channel channel,
    Settings settings,
    Optional<Builder> builder,
    List<ReplayRule> replay,
    KnownEra era) {
  public Recipe(
      Channel channel, Settings settings, Optional<Builder> builder, List<ReplayRule> replay) {
    this(channel, settings, builder, List.copyOf(replay), new KnownEra());
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  /// The same server, built by another command or by none.
  public Recipe builtBy(Optional<Builder> other) {
    return new Recipe(channel, settings, other, replay, era);
  }
}
