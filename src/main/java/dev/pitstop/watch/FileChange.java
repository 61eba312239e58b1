package dev.pitstop.watch;

/// How a file differs from its last known state.
enum FileChange {
  CREATED,
  MODIFIED,
  DELETED;

  /// Two changes in a row as one. A file that was there before never counts as created, even if it
  /// was gone for a moment.
  FileChange then(FileChange next) {
    return switch (this) {
      case CREATED -> CREATED;
      case MODIFIED -> next == DELETED ? DELETED : MODIFIED;
      case DELETED -> next == DELETED ? DELETED : MODIFIED;
    };
  }
}
