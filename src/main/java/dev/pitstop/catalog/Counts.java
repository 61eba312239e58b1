package dev.pitstop.catalog;

import java.util.List;

/// How many changes of each sort there are in one kind's list.
record Counts(Kind kind, int removed, int added, int changed) {

  static Counts of(Kind kind, List<Change> changes) {
    int removed = 0;
    int added = 0;
    int changed = 0;
    for (Change change : changes) {
      if (change.kind() == kind) {
        switch (change) {
          case Change.Removed _ -> removed++;
          case Change.Added _ -> added++;
          case Change.Changed _ -> changed++;
        }
      }
    }
    return new Counts(kind, removed, added, changed);
  }

  boolean isEmpty() {
    return removed + added + changed == 0;
  }
}
