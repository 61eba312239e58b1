package dev.pitstop.session;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.session.members.Wish;
import dev.pitstop.session.solo.OptionsOrigin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Builds with one builder, whatever the command, and notes what is asked of it.
final class FakeOrigin implements OptionsOrigin {
  final List<String> commands = new ArrayList<>(); // in turns
  final List<Wish> saved = new ArrayList<>(); // one call at a time
  private final Builder builder;

  FakeOrigin(Builder builder) {
    this.builder = builder;
  }

  @Override
  public Optional<Builder> builder(Optional<String> build) {
    commands.add(build.orElse(""));
    return build.map(b -> builder);
  }

  @Override
  public String save(Wish wish) {
    saved.add(wish);
    return "Saved in the fake.";
  }
}
