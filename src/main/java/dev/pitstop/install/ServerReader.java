package dev.pitstop.install;

import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Header;
import dev.pitstop.http.Headers;
import dev.pitstop.process.Interpreters;
import dev.pitstop.textedit.ClientEntry;
import dev.pitstop.textedit.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Classifies the entries of a client's file.
final class ServerReader {
  private static final Set<String> URL_TYPES =
      Set.of(
          "http", "sse", "streamable-http", "streamablehttp", "streamable_http", "websocket", "ws");

  private static final List<String> URLS = List.of("url", "httpUrl", "serverUrl");

  /// OpenCode's `type` of a server whose `command` has all words, and of one behind a URL.
  static final String TOGETHER = "local";

  static final String TOGETHER_URL = "remote";

  private static final String PACKAGE = "pitstop-mcp";

  private ServerReader() {}

  static Server of(ClientEntry entry, CommandLines lines) {
    if (!entry.member().hasPlace()) {
      return new Server.Other(
          "it is not a table of its own: write `[mcp_servers.NAME]` and below it a line for each key,"
              + " then try again");
    }
    if (entry.isEmpty()) {
      return new Server.Other("its entry is empty, or not an object");
    }
    String type = entry.text("type").orElse("").toLowerCase(Locale.ROOT);
    Optional<Node.Member> url = URLS.stream().flatMap(key -> entry.field(key).stream()).findFirst();
    Optional<Node.Member> command = entry.field("command");
    if (url.isPresent() && (command.isEmpty() || URL_TYPES.contains(type))) {
      return daemon(entry, url.get());
    }
    if (command.isEmpty()) {
      return new Server.Other(
          entry.text("source").filter(s -> s.equals("extension")).isPresent()
              ? "an extension provides it"
              : "it has neither `command` nor `url`");
    }
    return type.equals(TOGETHER) && command.get().value() instanceof Node.Arr
        ? together(entry, new Server.Stdio(command.get(), Optional.empty()), lines)
        : stdio(entry, new Server.Stdio(command.get(), entry.field("args")), lines);
  }

  private static Server together(ClientEntry entry, Server.Stdio at, CommandLines lines) {
    List<String> words = texts(at.items());
    if (words.size() < at.items().size()) {
      return new Server.Other("its `command` has an item that is not a string");
    }
    return words.isEmpty() || words.getFirst().isBlank()
        ? new Server.Other("its `command` is empty")
        : of(entry, words, at, lines);
  }

  private static Server stdio(ClientEntry entry, Server.Stdio at, CommandLines lines) {
    if (!(at.command().value() instanceof Node.Text program)) {
      return new Server.Other("its `command` is not a string");
    }
    if (program.value().isBlank()) {
      return new Server.Other("its `command` is empty");
    }
    if (at.args().isPresent() && !(at.args().get().value() instanceof Node.Arr)) {
      return new Server.Other("its `args` is not an array");
    }
    List<String> words = texts(at.items());
    if (words.size() < at.items().size()) {
      return new Server.Other("its `args` has an item that is not a string");
    }
    words.addFirst(program.value());
    return of(entry, words, at, lines);
  }

  /// The strings among these nodes.
  private static List<String> texts(List<Node> nodes) {
    List<String> texts = new ArrayList<>();
    for (Node node : nodes) {
      if (node instanceof Node.Text text) {
        texts.add(text.value());
      }
    }
    return texts;
  }

  private static Server of(
      ClientEntry entry, List<String> words, Server.Stdio at, CommandLines lines) {
    int launcher = launcher(words);
    if (launcher > 0) {
      return wrapped(words, launcher, at, lines);
    }
    if (entry.field("dev").isPresent()) {
      return new Server.Other(
          "by its `dev`, VS Code would restart or debug Pitstop instead of the server: remove that"
              + " key, then try again (`--watch` reloads it)");
    }
    return new Server.Program(words, entry.text("cwd"), at);
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

  private static Server wrapped(
      List<String> words, int launcher, Server.Stdio at, CommandLines lines) {
    List<String> ours = words.subList(launcher, words.size());
    Optional<CommandLines.Line> line = lines.read(ours);
    if (line.isEmpty()) {
      return new Server.Other("it runs Pitstop with options that this version does not know");
    }
    if (!line.get().proxies() || line.get().command().isEmpty()) {
      return new Server.Other("it runs Pitstop, but not for one server");
    }
    int options = ours.size() - line.get().command().size();
    return new Server.Wrapped(
        words.subList(0, launcher), ours.subList(0, options), line.get().command(), line.get(), at);
  }

  private static Server daemon(ClientEntry entry, Node.Member at) {
    if (!(at.value() instanceof Node.Text url)
        || !url.value().regionMatches(true, 0, "http", 0, 4)
        || url.value().indexOf("://") < 4
        || url.value().indexOf("://") > 5) {
      return new Server.Other("its `" + at.name() + "` is not an HTTP URL");
    }
    for (String key :
        List.of(
            "oauth",
            "oauth_resource",
            "auth",
            "authProviderType",
            "headersHelper",
            "requestInit")) {
      if (entry.field(key).filter(f -> !isFalse(f)).isPresent()) {
        return new Server.Other("the client signs in with `" + key + "`, which Pitstop cannot do");
      }
    }
    if (entry.field("bearer_token").isPresent()) { // beside a command, Codex would load no server
      return new Server.Other(
          "its client refuses `bearer_token`: write `bearer_token_env_var` and the name of a variable");
    }
    List<String> keys = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    List<String> variables = new ArrayList<>();
    entry.field("oauth").ifPresent(off -> keys.add("oauth"));
    Optional<String> bearer = entry.text("bearer_token_env_var");
    if (bearer.isPresent()) {
      keys.add("bearer_token_env_var");
      variables.add(bearer.get());
    }
    for (String key : List.of("headers", "http_headers", "env_http_headers")) {
      Optional<Node.Member> field = entry.field(key);
      if (field.isEmpty()) {
        continue;
      }
      if (!(field.get().value() instanceof Node.Obj headers)) {
        return new Server.Other("its `" + key + "` is not an object");
      }
      if (!field.get().hasPlace()) {
        return new Server.Other(
            "its `%1$s` is not in one place: write `%1$s = { … }` in the entry, then try again"
                .formatted(key));
      }
      keys.add(key);
      for (Node.Member header : headers.counting()) {
        if (!(header.value() instanceof Node.Text value)) {
          return new Server.Other("the header `" + header.name() + "` is not a string");
        }
        boolean named = key.equals("env_http_headers");
        if (key.equals("http_headers") && value.value().contains("${")) {
          return new Server.Other(
              "the header `" + header.name() + "` has a `${`, which Pitstop would replace");
        }
        lines.add(header.name() + ": " + (named ? "${" + value.value() + "}" : value.value()));
        if (named) {
          variables.add(value.value());
        }
      }
    }
    List<String> options = new ArrayList<>();
    bearer.ifPresent(variable -> options.addAll(List.of("--bearer-env", variable)));
    lines.forEach(line -> options.addAll(List.of("--header", line)));
    return refusal(url.value(), lines)
        .<Server>map(why -> new Server.Other("Pitstop would reject it: " + why))
        .orElseGet(() -> new Server.Daemon(url.value(), options, variables, keys, at));
  }

  /// How OpenCode's sign-in is turned off.
  private static boolean isFalse(Node.Member field) {
    return field.value() instanceof Node.Bool flag && !flag.value();
  }

  /// Why Pitstop would not start with these headers. Values of a client's variables are unknown
  /// here.
  private static Optional<String> refusal(String url, List<String> headers) {
    try {
      List<Header> read = Headers.ofLines(headers, Optional.empty(), name -> Optional.of("x"));
      if (!url.contains("${")) {
        Endpoint.of(url, read);
      }
      return Optional.empty();
    } catch (BadSetting e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
