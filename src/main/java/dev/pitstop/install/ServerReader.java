package dev.pitstop.install;

import dev.pitstop.process.Interpreters;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Classifies the entries of a client's file.
final class ServerReader {
  private static final Set<String> URL_TYPES =
      Set.of(
          "http", "sse", "streamable-http", "streamablehttp", "streamable_http", "websocket", "ws");

  private static final List<String> URLS = List.of("url", "httpUrl", "serverUrl");

  /// OpenCode's `type` of a server whose `command` has all words, and of one behind a URL.
  static final String TOGETHER = "local";

  static final String TOGETHER_URL = "remote";

  /// What a client sends with each request, and how it signs in.
  private static final List<String> REQUEST_KEYS =
      List.of(
          "headers",
          "http_headers",
          "env_http_headers",
          "bearer_token",
          "bearer_token_env_var",
          "oauth",
          "oauth_resource",
          "auth",
          "authProviderType",
          "headersHelper",
          "requestInit");

  private static final String PACKAGE = "pitstop-mcp";

  private ServerReader() {}

  static Server of(Node.Member member) {
    if (!member.hasPlace()) {
      return new Server.Other(
          "it is not a table of its own: write `[mcp_servers.NAME]` and below it a line for each key,"
              + " then try again");
    }
    if (!(member.value() instanceof Node.Obj entry) || entry.members().isEmpty()) {
      return new Server.Other("its entry is empty, or not an object");
    }
    String type = entry.text("type").orElse("").toLowerCase(Locale.ROOT);
    Optional<Node.Member> url =
        URLS.stream().flatMap(key -> entry.member(key).stream()).findFirst();
    Optional<Node.Member> command = entry.member("command");
    if (url.isPresent() && (command.isEmpty() || URL_TYPES.contains(type))) {
      return daemon(entry, url.get());
    }
    if (command.isEmpty()) {
      return new Server.Other(
          entry.text("source").filter(s -> s.equals("extension")).isPresent()
              ? "an extension provides it"
              : "it has neither `command` nor `url`");
    }
    boolean together = type.equals(TOGETHER) && command.get().value() instanceof Node.Arr;
    Optional<Node.Member> args = together ? Optional.empty() : entry.member("args");
    return program(entry, together, new Server.Stdio(command.get(), args));
  }

  private static Server program(Node.Obj entry, boolean together, Server.Stdio at) {
    List<String> words =
        at.items().stream()
            .flatMap(i -> i instanceof Node.Text text ? Stream.of(text.value()) : Stream.of())
            .collect(Collectors.toCollection(ArrayList::new));
    boolean texts = words.size() == at.items().size();
    if (!together) {
      if (!(at.command().value() instanceof Node.Text program)) {
        return new Server.Other("its `command` is not a string");
      }
      words.addFirst(program.value());
    }
    if (words.isEmpty() || words.getFirst().isBlank()) {
      return new Server.Other("its `command` is empty");
    }
    if (at.args().isPresent() && at.array().isEmpty()) {
      return new Server.Other("its `args` is not an array");
    }
    if (!texts) {
      return new Server.Other(
          "its `" + (together ? "command" : "args") + "` has an item that is not a string");
    }
    int launcher = launcher(words);
    if (launcher > 0) {
      return wrapped(words, launcher, at);
    }
    return entry.member("dev").isPresent()
        ? new Server.Other(
            "by its `dev`, VS Code would restart or debug Pitstop instead of the server: remove"
                + " that key, then try again (`--watch` reloads it)")
        : new Server.Program(words, entry.text("cwd"), at);
  }

  /// How many words start Pitstop; 0 if they start another program.
  static int launcher(List<String> words) {
    String program = Interpreters.baseName(words.getFirst());
    if (program.equals("pitstop") || program.equals(PACKAGE)) {
      return 1;
    }
    if (Interpreters.isFetcher(program) || Interpreters.isPackageManager(program)) {
      for (int i = 1; i < words.size(); i++) {
        String word = words.get(i);
        if (word.equals(PACKAGE) || word.startsWith(PACKAGE + "@")) {
          return i + 1;
        }
        if (!word.startsWith("-") && !Set.of("exec", "x", "dlx").contains(word)) {
          break; // another package
        }
      }
    }
    return 0;
  }

  /// The command comes after `--`; only a URL needs none.
  private static Server wrapped(List<String> words, int launcher, Server.Stdio at) {
    List<String> ours = words.subList(launcher, words.size());
    int dashes = ours.indexOf("--");
    boolean url = dashes < 0 && !ours.isEmpty() && Words.isUrl(ours.getLast());
    int place = url ? ours.size() - 1 : dashes + 1;
    List<String> options = ours.subList(0, place);
    Optional<Map<String, List<String>>> values = OptionWords.values(options);
    return (url || dashes >= 0) && place < ours.size() && values.isPresent()
        ? new Server.Wrapped(
            words.subList(0, launcher), options, values.get(), ours.subList(place, ours.size()), at)
        : new Server.Other(
            "it runs Pitstop, but not in front of one command: `pitstop OPTIONS -- COMMAND`");
  }

  private static Server daemon(Node.Obj entry, Node.Member at) {
    if (!(at.value() instanceof Node.Text url) || !Words.isUrl(url.value())) {
      return new Server.Other("its `" + at.name() + "` is not an HTTP URL");
    }
    Optional<String> sent =
        REQUEST_KEYS.stream().filter(key -> entry.member(key).isPresent()).findFirst();
    if (sent.isPresent()) {
      return new Server.Other(
          ("Pitstop cannot move its `%s`: write the command `pitstop` yourself, with"
                  + " `--header 'NAME: VALUE'` or `--bearer-env VARIABLE` before the URL; a sign-in"
                  + " in a browser does not work")
              .formatted(sent.get()));
    }
    return new Server.Daemon(url.value(), entry, at);
  }
}
