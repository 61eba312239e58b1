package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.process.StderrRing;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is another process's lock, and what is an ordinary crash.
class ContentionTest {
  @ParameterizedTest(name = "{0}")
  @DisplayName("ports, locks and embedded databases")
  @CsvSource(
      delimiter = '|',
      value = {
        "Error: listen EADDRINUSE: address already in use :::8080 | EADDRINUSE",
        "OSError: [Errno 98] error while attempting to bind on address | Errno 98]",
        "Could not set lock on file \"/a.duckdb\": Conflicting lock is held | Could not set lock",
        "Conflicting lock is held in /usr/bin/python3 | lock is held",
        "Storage folder ./q is already accessed by another instance | already accessed",
        "IO error: While lock file: /db/LOCK: Resource temporarily unavailable | While lock",
        "Error: Database already open. Cannot acquire lock. | Database already open",
        "panic: Cannot acquire directory lock on \"/b\" | Cannot acquire directory lock",
        "Error: open /index.db: timeout waiting for file lock | waiting for file lock",
        "Error: Database at /db/LOCK is already locked by another process | already locked",
        "sqlite3.OperationalError: database is locked | database is locked",
        "Error: Failed to acquire Lockfile: LockBusy. | Failed to acquire Lockfile",
        "The profile appears to be in use by another Chromium process | by another Chromium process",
        "Error: server is already running | server is already running",
        "Another instance is using this directory | Another instance is",
        "could not acquire lock | could not acquire lock",
        "Text file busy | Text file busy",
      })
  void held(String line, String words) {
    assertThat(Contention.sign(List.of("x", line))).contains(words);
  }

  @ParameterizedTest
  @DisplayName("no ordinary crash")
  @ValueSource(
      strings = {
        "RuntimeError: This event loop is already running",
        "RuntimeError: asyncio.run() cannot be called from a running event loop",
        "BlockingIOError: the block is unlocked",
        "ValueError: cannot parse the clock",
        "File \"/app/lock.py\", line 4711, in acquire",
        "error[E0502]: cannot borrow `x` because it is already borrowed",
        "Error: Tool who is already registered",
        "ImportError: cannot import name 'Lock' from 'threads'",
        "process 471 is another one, line 4711",
      })
  void none(String line) {
    assertThat(Contention.sign(List.of(line))).isEmpty();
    assertThat(shownBy(line)).isFalse();
  }

  private static boolean shownBy(String line) {
    StderrRing ring = new StderrRing();
    ring.append(1, StderrRing.Kind.STDERR, line);
    return Contention.shownBy(1, ring);
  }
}
