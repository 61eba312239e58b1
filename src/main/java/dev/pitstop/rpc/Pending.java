package dev.pitstop.rpc;

import java.util.ArrayList;
import java.util.List;

/// The work of a session that goes on outside turns and was begun by nobody who waits for it, in
/// words: whoever misses something reads here that it is still to come. On any thread.
public final class Pending {
  private final List<String> works = new ArrayList<>(); // guarded by this

  /// @param what comes of it: `the journal's file`
  public synchronized void begin(String what) {
    works.add(what);
  }

  /// Work of this name is over, whether it succeeded or not; nothing if there is none.
  public synchronized void end(String what) {
    works.remove(what);
  }

  /// What has begun and not ended, the oldest first; twice what was begun twice.
  public synchronized List<String> now() {
    return List.copyOf(works);
  }
}
