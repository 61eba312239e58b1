package dev.pitstop.channel.cli;

import dev.pitstop.rpc.Parts;
import java.util.Optional;

/// What one process has written to stdout, as far as it is kept. Thread-safe.
final class CliOutput {
  /// @param bytes the first ones; empty if there was no memory for them
  /// @param length how many it wrote
  record Kept(Optional<byte[]> bytes, long length) {}

  private final int most;

  // Guarded by `this`.
  private final Parts parts;
  private long length;
  private Optional<Kept> kept = Optional.empty(); // once somebody has asked

  /// @param most how many bytes are kept
  CliOutput(int most) {
    this.most = most;
    this.parts = new Parts(most);
  }

  /// Adds the first `n` bytes.
  synchronized void add(byte[] chunk, int n) {
    length += n;
    if (kept.isEmpty()) {
      parts.add(chunk, 0, (int) Math.min(n, most - parts.length()));
    }
  }

  /// What it is when this is called for the first time.
  synchronized Kept kept() {
    if (kept.isEmpty()) {
      kept = Optional.of(new Kept(parts.whole(), length));
      parts.clear();
    }
    return kept.get();
  }

  /// Nobody needs it any more.
  synchronized void forget() {
    kept = Optional.of(new Kept(Optional.empty(), length));
    parts.clear();
  }
}
