package dev.pitstop.config;

import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.config.Fields.Way;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Makes an entry of what stands under a server's name. All that is wrong with it is reported, not
/// only the first thing.
final class EntryReader {
  private static final List<String> TYPES = List.of("stdio", "http", "streamable-http", "sse");

  private final String name;
  private final Node.Obj object;
  private final KeyPath path;
  private final Findings findings;
  private final Fields fields;

  private EntryReader(
      String name,
      Node.Obj object,
      KeyPath path,
      Findings findings,
      Function<String, Optional<String>> environment) {
    this.name = name;
    this.object = object;
    this.path = path;
    this.findings = findings;
    Optional<Node.Member> disabled = object.member("disabled");
    boolean off =
        disabled.isPresent() && disabled.get().value() instanceof Node.Bool flag && flag.value();
    this.fields = new Fields(object, path, findings, environment, !off);
  }

  /// @param path of the entry
  /// @param directory the file's: what `cwd` is relative to
  /// @param findings gets what is wrong
  /// @return empty if something is wrong
  static Optional<ServerEntry> read(
      Node.Member member,
      KeyPath path,
      Path directory,
      Findings findings,
      Function<String, Optional<String>> environment) {
    if (member.name().isEmpty()) {
      findings.problem(member.start(), path, "a server's name must not be empty");
      return Optional.empty();
    }
    if (!(member.value() instanceof Node.Obj object)) {
      findings.problem(
          member.value().start(), path, "this is " + member.value().kind() + "; wanted an object");
      return Optional.empty();
    }
    findings.duplicates(object, path);
    Keys.unknown(object, path, Keys.ENTRY, findings);
    EntryReader reader = new EntryReader(member.name(), object, path, findings, environment);
    return reader.entry(directory);
  }

  private Optional<ServerEntry> entry(Path directory) {
    Optional<Target> target = target();
    Map<String, String> env = fields.map("env");
    Path cwd = fields.path("cwd", directory).orElse(directory);
    Optional<String> build = fields.string("build", Way.EXPANDED);
    Optional<ServerEntry.Order> order =
        fields.word("order", List.of("start-first", "stop-first")).map(EntryReader::order);
    Optional<ServerEntry.OnCrash> onCrash =
        fields.word("onCrash", List.of("respawn", "report")).map(EntryReader::onCrash);
    List<String> watch = watch();
    List<String> replay = replay();
    ToolFilter tools = tools();
    boolean disabled = fields.flag("disabled");
    Optional<Path> binary = fields.path("binary", cwd);
    var buildTimeout = fields.millis("buildTimeout");
    var startTimeout = fields.millis("startTimeout");
    if (target.isEmpty() || !findings.problems().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ServerEntry(
            name,
            target.get(),
            env,
            cwd,
            build,
            watch,
            order,
            onCrash,
            replay,
            tools,
            disabled,
            binary,
            buildTimeout,
            startTimeout));
  }

  /// Exactly one of `command`, `url` and `cli`.
  private Optional<Target> target() {
    List<String> ways = new ArrayList<>();
    for (String key : List.of("command", "url", "cli")) {
      if (fields.has(key)) {
        ways.add(key);
      }
    }
    if (ways.size() != 1) {
      findings.problem(
          object.start(),
          path,
          ways.isEmpty()
              ? "one of `command`, `url` and `cli` is wanted: how is this server reached?"
              : "`" + String.join("` and `", ways) + "`: only one of them can be");
      return Optional.empty();
    }
    String way = ways.getFirst();
    Optional<String> type = type(way);
    meaningless("args", "command", way);
    meaningless("headers", "url", way);
    return switch (way) {
      case "command" -> stdio();
      case "url" -> http(type);
      default -> cli();
    };
  }

  private Optional<String> type(String way) {
    Optional<String> type = fields.word("type", TYPES);
    if (type.isPresent() && type.get().equals("stdio") != way.equals("command")) {
      fields.problem(
          "type",
          "`"
              + type.get()
              + "` goes with `"
              + (type.get().equals("stdio") ? "command" : "url")
              + "`, and this entry has `"
              + way
              + "`");
    }
    return type;
  }

  private void meaningless(String key, String needs, String way) {
    if (fields.has(key) && !needs.equals(way)) {
      findings.warning(
          fields.offset(key), path.in(key), "this means nothing without `" + needs + "`");
    }
  }

  /// An array as `command` is the program with its arguments.
  private Optional<Target> stdio() {
    List<String> argv = new ArrayList<>();
    if (fields.node("command").get() instanceof Node.Arr) {
      argv.addAll(program("command"));
    } else {
      fields.string("command", Way.EXPANDED).ifPresent(argv::add);
    }
    List<String> args = fields.strings("args", Way.LENIENT);
    if (argv.isEmpty()) {
      return Optional.empty();
    }
    fields.controls("command", argv.getFirst());
    List<String> all = new ArrayList<>(argv.subList(1, argv.size()));
    all.addAll(args);
    return Optional.of(new Target.Stdio(argv.getFirst(), all));
  }

  private Optional<Target> cli() {
    List<String> argv = program("cli");
    return argv.isEmpty() ? Optional.empty() : Optional.of(new Target.Cli(argv));
  }

  /// Program and arguments; empty if the program is missing.
  private List<String> program(String key) {
    int before = findings.problems().size();
    List<String> argv = fields.strings(key, Way.LENIENT);
    if (findings.problems().size() > before) {
      return List.of(); // told, and what is left is not what was meant
    }
    if (argv.isEmpty() || argv.getFirst().isEmpty()) {
      fields.problem(key, "the program to run is missing");
      return List.of();
    }
    return argv;
  }

  private Optional<Target> http(Optional<String> type) {
    Optional<String> url = fields.string("url", Way.EXPANDED);
    Map<String, String> headers = fields.map("headers");
    if (url.isEmpty()) {
      return Optional.empty();
    }
    if (!isAddress(url.get()) && findings.problems().isEmpty()) {
      fields.problem("url", "this is no address: it begins with `http://` or `https://`");
    }
    Target.Transport transport =
        switch (type.orElse("")) {
          case "http", "streamable-http" -> Target.Transport.STREAMABLE;
          case "sse" -> Target.Transport.SSE;
          default -> Target.Transport.ANY;
        };
    return Optional.of(new Target.Http(url.get(), headers, transport));
  }

  private static boolean isAddress(String url) {
    int host =
        url.regionMatches(true, 0, "http://", 0, 7)
            ? 7
            : url.regionMatches(true, 0, "https://", 0, 8) ? 8 : url.length();
    for (int i = 0; i < url.length(); i++) {
      if (url.charAt(i) <= ' ') {
        return false;
      }
    }
    return url.length() > host && url.charAt(host) != '/';
  }

  private List<String> watch() {
    List<String> globs = fields.oneOrMore("watch", Way.EXPANDED);
    boolean includes = globs.isEmpty();
    for (String glob : globs) {
      includes |= !glob.startsWith("!");
    }
    if (!includes) {
      fields.problem("watch", "only excludes; say what to watch");
    }
    return globs;
  }

  private List<String> replay() {
    List<String> rules = fields.oneOrMore("replay", Way.PLAIN);
    for (String rule : rules) {
      int colon = rule.indexOf(':');
      if (colon == 0 || (colon > 0 && rule.indexOf('=', colon) <= colon + 1)) {
        fields.problem("replay", "a rule is written TOOL or TOOL:ARG=VALUE");
      }
    }
    return rules;
  }

  private ToolFilter tools() {
    Optional<Node> node = fields.node("tools");
    if (node.isEmpty()) {
      return ToolFilter.ALL;
    }
    if (node.get() instanceof Node.Arr) {
      return new ToolFilter(fields.oneOrMore("tools", Way.PLAIN), List.of());
    }
    if (!(node.get() instanceof Node.Obj filter)) {
      fields.problem(
          "tools",
          "this is "
              + node.get().kind()
              + "; wanted an array of names, or an object with `allow` and `deny`");
      return ToolFilter.ALL;
    }
    KeyPath inner = path.in("tools");
    findings.duplicates(filter, inner);
    Keys.unknown(filter, inner, List.of("allow", "deny"), findings);
    Fields lists = new Fields(filter, inner, findings, n -> Optional.empty(), false);
    return new ToolFilter(lists.oneOrMore("allow", Way.PLAIN), lists.oneOrMore("deny", Way.PLAIN));
  }

  private static ServerEntry.Order order(String word) {
    return word.equals("start-first")
        ? ServerEntry.Order.START_FIRST
        : ServerEntry.Order.STOP_FIRST;
  }

  private static ServerEntry.OnCrash onCrash(String word) {
    return word.equals("respawn") ? ServerEntry.OnCrash.RESPAWN : ServerEntry.OnCrash.REPORT;
  }
}
