package dev.pitstop.catalog;

import java.util.List;
import java.util.Optional;

/// One entry that is not what it was.
public sealed interface Change {
  Kind kind();

  String key();

  /// A call that was right before may be wrong now.
  boolean breaking();

  /// An entry that was not there before.
  ///
  /// @param summary its description in one short printable line; empty if it has none
  record Added(Kind kind, String key, String summary) implements Change {
    @Override
    public boolean breaking() {
      return false;
    }
  }

  /// An entry that is there no more.
  ///
  /// @param renamedTo the added entry that is probably the same thing under a new key
  record Removed(Kind kind, String key, Optional<String> renamedTo) implements Change {
    @Override
    public boolean breaking() {
      return true;
    }
  }

  /// An entry of the same key that is another now.
  ///
  /// @param details breaking ones first, never empty
  record Changed(Kind kind, String key, List<Detail> details) implements Change {
    public Changed {
      details = List.copyOf(details);
    }

    @Override
    public boolean breaking() {
      return details.stream().anyMatch(Detail::breaking);
    }
  }
}
