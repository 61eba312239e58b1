package dev.pitstop.watch;

/// How a file differs from its last known state.
enum FileChange {
  CREATED,
  MODIFIED,
  DELETED;

  /// What two changes in a row are together: a file that was there before is never a created one,
  /// even if it was away for a moment.
  FileChange then(FileChange next) {
    return switch (this) {
      case CREATED -> CREATED;
      case MODIFIED -> next == DELETED ? DELETED : MODIFIED;
      case DELETED -> next == DELETED ? DELETED : MODIFIED;
    };
  }
}
