package dev.pitstop.cli.call;

import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Lines;
import dev.pitstop.monitoring.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// What happens in a session while a person waits at its console: reloads, builds that failed, and
/// servers that end by themselves. Reads the session's journal from its socket, on a thread of its
/// own.
final class News implements Runnable {
  private static final long OPEN_MILLIS = 5_000;
  private static final long STEP_MILLIS = 20;

  private final Lines journal;
  private final long since;
  private final Consumer<String> tell;
  private volatile long seen; // the console's thread knows what happened until then

  private News(Lines journal, long since, Consumer<String> tell) {
    this.journal = journal;
    this.since = since;
    this.tell = tell;
  }

  /// Waits until the session listens, which is a moment after its first answer.
  ///
  /// @param tell gets each text
  /// @throws IOException if it does not listen
  static News of(Path socket, Consumer<String> tell) throws IOException, InterruptedException {
    String request = "{\"do\":\"read\",\"after\":0,\"follow\":true,\"messages\":false}";
    long since = System.currentTimeMillis(); // older entries are no news
    for (long waited = 0; ; waited += STEP_MILLIS) {
      try {
        return new News(Question.ask(socket, request, tell, OPEN_MILLIS), since, tell);
      } catch (IOException e) {
        if (waited >= OPEN_MILLIS) {
          throw e;
        }
        Thread.sleep(STEP_MILLIS);
      }
    }
  }

  /// A command of the console's has told what happened until now.
  void seen(long millis) {
    seen = millis;
  }

  @Override
  public void run() {
    try (journal) {
      for (Optional<JsonLine> l = journal.next(); l.isPresent(); l = journal.next()) {
        if (l.get().number("t") >= since) {
          words(l.get()).ifPresent(tell);
        }
      }
    } catch (IOException e) {
      tell.accept("there are no more news of reloads and crashes: " + e.getMessage());
    }
  }

  private Optional<String> words(JsonLine l) {
    String server = "`" + l.text("server") + "` ";
    boolean known = l.number("t") <= seen;
    return switch (l.type()) {
      case "ends" -> Optional.of(server + l.text("how")).filter(text -> l.flag("byItself"));
      case "serves" -> Optional.of(server + "runs").filter(text -> !known);
      case "build" ->
          Optional.of("the build failed:\n" + l.text("report").strip())
              .filter(text -> !known && !l.flag("ok") && !l.flag("cancelled"));
      case "reload" ->
          Optional.of("the reload failed: the new run did not start; `l` shows why")
              .filter(text -> !known && l.text("outcome").equals("start_failed"));
      case "changed" -> Optional.of("changed:\n" + l.text("diff").strip()).filter(text -> !known);
      default -> Optional.empty();
    };
  }
}
