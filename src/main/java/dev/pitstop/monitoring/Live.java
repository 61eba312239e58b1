package dev.pitstop.monitoring;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// A session that answers.
///
/// @param pid of its process
/// @param status what it said about itself: a `status` line
public record Live(long pid, Path socket, JsonLine status) implements Session {
  /// How long a session may take to accept a request.
  private static final long ACCEPT_MILLIS = 5_000;

  public String directory() {
    return status.text("directory");
  }

  /// The names of its servers.
  public List<String> servers() {
    return status.objects("servers").stream().map(s -> s.text("name")).toList();
  }

  @Override
  public Lines read(Consumer<String> damaged) throws IOException {
    return read(0, false, damaged);
  }

  /// The entries after a number, without messages, with `follow` until the session ends.
  public Lines read(long after, boolean follow, Consumer<String> damaged) throws IOException {
    return ask(
        "{\"do\":\"read\",\"after\":%d,\"follow\":%b,\"messages\":false}".formatted(after, follow),
        damaged);
  }

  /// Asks it, as [Question#ask] does.
  public Lines ask(String request, Consumer<String> damaged) throws IOException {
    return Question.ask(socket, request, damaged, ACCEPT_MILLIS);
  }
}
