package dev.pitstop.session.members;

import java.util.List;
import java.util.Optional;

/// The options that an agent sets for a server. An option that is missing stays as it is.
///
/// @param build the build command; none if it is blank
/// @param watch globs of the files to watch; none are watched if it is empty
public record Wish(Optional<String> build, Optional<List<String>> watch) {
  /// It sets nothing.
  public static final Wish NONE = new Wish(Optional.empty(), Optional.empty());

  public boolean isNone() {
    return build.isEmpty() && watch.isEmpty();
  }

  /// Both; the later one wins.
  public Wish then(Wish later) {
    return new Wish(later.build().or(this::build), later.watch().or(this::watch));
  }

  /// The build command of a server that had another one.
  public Optional<String> buildAfter(Optional<String> before) {
    return build.isPresent() ? build.filter(b -> !b.isBlank()) : before;
  }
}
