package dev.pitstop.memory;

/// What one part of a session keeps of its [Share]. The caller guards it.
public final class Holding {
  private final Share share;
  private long bytes;

  Holding(Share share) {
    this.share = share;
  }

  /// Keeps so many bytes in all, if the session may.
  ///
  /// @return whether it may
  public boolean keep(long all) {
    boolean may = share.add(all - bytes, false);
    if (may) {
      bytes = all;
    }
    return may;
  }

  /// Keeps so many bytes in all: it does already.
  ///
  /// @return whether the session may keep as much
  public boolean keeps(long all) {
    boolean may = share.add(all - bytes, true);
    bytes = all;
    return may;
  }

  /// How many bytes it may keep now.
  public long most() {
    long room = share.room();
    return room == Long.MAX_VALUE ? room : bytes + room;
  }

  /// What it keeps.
  public long bytes() {
    return bytes;
  }
}
