package dev.pitstop.soak;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.pitstop.harness.Await;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// The client's two pipes to Pitstop. One thread of its own reads, as slowly as it is told to.
final class Wire {
  private final OutputStream out;
  private final Ledger ledger;
  private final Questions questions;
  private final Retries retries;
  private final Later later = new Later();
  private final Eras eras;
  private final Problems problems;
  private final Thread reader;
  private final AtomicLong pauseMillis = new AtomicLong();
  private boolean closed; // guarded by `out`

  Wire(Mode mode, Process process, Ledger ledger, Problems problems, long seed) {
    this.out = process.getOutputStream();
    this.ledger = ledger;
    this.problems = problems;
    this.questions = new Questions(mode, this, ledger.notifications(), later, seed);
    this.retries = new Retries(this, ledger, problems, later, seed);
    this.eras = new Eras(mode, ledger, problems);
    this.reader =
        Thread.ofPlatform()
            .daemon()
            .name("soak reader")
            .start(() -> read(process.getInputStream()));
  }

  /// Writes one line.
  void send(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      synchronized (out) {
        if (!closed) { // the reader may still answer what servers ask
          out.write(bytes);
          out.flush();
        }
      }
    } catch (IOException e) {
      problems.add("stdin", "Pitstop no longer reads: " + e.getMessage());
    }
  }

  void close() {
    try {
      synchronized (out) {
        closed = true;
        out.close();
      }
    } catch (IOException e) {
      problems.add("stdin", "closing it: " + e.getMessage());
    }
  }

  /// What the client put off it does now, and puts off nothing any more, or does so again.
  void calm(boolean calm) {
    later.calm(calm);
  }

  /// The reader takes nothing for so long, once.
  void pauseReading(long millis) {
    pauseMillis.set(millis);
  }

  /// Lets time pass, as a client does: nothing is waited for.
  static void pause(long millis) {
    LockSupport.parkNanos(millis * 1_000_000);
  }

  /// Waits for the end of Pitstop's stdout.
  void awaitEnd() throws InterruptedException {
    Await.end("the end of stdout", reader);
    later.end();
  }

  private void read(InputStream stdout) {
    try (InputStream in = new BufferedInputStream(stdout, 1 << 16)) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] chunk = new byte[1 << 16];
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        int from = 0;
        for (int i = 0; i < n; i++) {
          if (chunk[i] == '\n') {
            line.write(chunk, from, i - from);
            receive(line.toString(StandardCharsets.UTF_8));
            line.reset();
            from = i + 1;
          }
        }
        line.write(chunk, from, n - from);
        pause(pauseMillis.getAndSet(0));
      }
      if (line.size() > 0) {
        problems.add("half-line", line.toString(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      problems.add("stdout", "broke: " + e);
    } catch (RuntimeException | Error e) {
      problems.add("soak", "its reader failed: " + e);
    }
  }

  private void receive(String line) {
    try {
      receive(JsonParser.parseString(line).getAsJsonObject(), line);
    } catch (JsonParseException | IllegalStateException e) {
      problems.add("shape", e.getMessage() + ": " + Ledger.brief(line));
    }
  }

  private void receive(JsonObject message, String line) {
    eras.received(message);
    if (!message.has("method")) {
      ledger.answered(message, line);
      retries.answered(message);
    } else if (message.has("id")) {
      ledger.notifications().asked(message);
      questions.asked(message);
    } else {
      ledger.notifications().heard(message);
    }
  }
}
