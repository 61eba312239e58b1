package dev.pitstop.cli.call;

import dev.pitstop.beside.JsonLine;
import dev.pitstop.beside.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// What happens in a session while a person waits at its console: reloads, builds that failed, and
/// servers that end by themselves. Reads the session's journal from its socket, on a thread of its
/// own.
final class News implements Runnable {
  private static final long OPEN_MILLIS = 5_000;
  private static final long STEP_MILLIS = 20;

  private final Path socket;
  private final long since;
  private final Consumer<String> tell;
  private volatile long seen; // the console's thread knows what happened until then

  /// @param since older entries are no news; in milliseconds since 1970
  /// @param tell gets each text
  News(Path socket, long since, Consumer<String> tell) {
    this.socket = socket;
    this.since = since;
    this.tell = tell;
  }

  /// A command of the console's has told what happened until now.
  void seen(long millis) {
    seen = millis;
  }

  @Override
  public void run() {
    String request = "{\"do\":\"read\",\"after\":0,\"follow\":true,\"messages\":false}";
    try {
      for (long waited = 0; !Files.exists(socket) && waited < OPEN_MILLIS; waited += STEP_MILLIS) {
        Thread.sleep(STEP_MILLIS); // the session opens it after its first answer
      }
      try (Question lines = Question.ask(socket, request, tell, OPEN_MILLIS)) {
        for (Optional<JsonLine> l = lines.next(); l.isPresent(); l = lines.next()) {
          if (l.get().number("t") >= since) {
            words(l.get()).ifPresent(tell);
          }
        }
      }
    } catch (IOException e) {
      tell.accept("no news of reloads and crashes: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the console has ended
    }
  }

  private Optional<String> words(JsonLine l) {
    String server = "`" + l.text("server") + "` ";
    boolean known = l.number("t") <= seen;
    return switch (l.type()) {
      case "ends" ->
          Optional.of(server + l.text("how")).filter(text -> l.flag("byItself"));
      case "serves" -> Optional.of(server + "runs").filter(text -> !known);
      case "build" ->
          Optional.of("the build failed:\n" + l.text("report").strip())
              .filter(text -> !known && !l.flag("ok") && !l.flag("cancelled"));
      case "changed" -> Optional.of("changed:\n" + l.text("diff").strip()).filter(text -> !known);
      default -> Optional.empty();
    };
  }
}
