package dev.pitstop.backend;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.channel.Channel;
import java.util.List;
import java.util.Optional;

/// How a server is run, as its options or its entry say. A server can get another recipe while it
/// runs ({@link Backend#change}); each run keeps the one with which it was opened. Compared by
/// identity.
public final class Recipe {
  private final Channel channel;
  private final Settings settings;
  private final Optional<Builder> builder;
  private final List<ReplayRule> replay;
  private final KnownEra era; // the era that its runs have shown

  public Recipe(
      Channel channel, Settings settings, Optional<Builder> builder, List<ReplayRule> replay) {
    this(channel, settings, builder, List.copyOf(replay), new KnownEra());
  }

  private Recipe(
      Channel channel,
      Settings settings,
      Optional<Builder> builder,
      List<ReplayRule> replay,
      KnownEra era) {
    this.channel = channel;
    this.settings = settings;
    this.builder = builder;
    this.replay = replay;
    this.era = era;
  }

  /// The same server, built by another command or by none.
  public Recipe builtBy(Optional<Builder> other) {
    return new Recipe(channel, settings, other, replay, era);
  }

  /// What is run.
  public Channel channel() {
    return channel;
  }

  Settings settings() {
    return settings;
  }

  Optional<Builder> builder() {
    return builder;
  }

  List<ReplayRule> replay() {
    return replay;
  }

  KnownEra era() {
    return era;
  }
}
