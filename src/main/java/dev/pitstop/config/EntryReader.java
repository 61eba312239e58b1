package dev.pitstop.config;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.config.Fields.Way;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Reads the entry of one server. It reports every mistake, not only the first one.
final class EntryReader {
  static final List<String> ORDERS = List.of("start-first", "stop-first");
  static final List<String> ON_CRASH = List.of("report", "respawn");

  private final String name;
  private final KeyPath path;
  private final ConfigProblems problems;
  private final Fields fields;
  private final boolean disabled;

  private EntryReader(
      String name,
      Node.Obj object,
      KeyPath path,
      ConfigProblems problems,
      Function<String, Optional<String>> environment) {
    this.name = name;
    this.path = path;
    this.problems = problems;
    Optional<Node.Member> flag = object.member("disabled");
    this.disabled = flag.isPresent() && flag.get().value() instanceof Node.Bool off && off.value();
    this.fields = new Fields(object, path, problems, environment, !disabled);
  }

  /// @param path of the entry
  /// @param directory the directory of the file; a relative `cwd` starts here
  /// @param problems gets the mistakes
  /// @return empty if there is a mistake
  static Optional<ServerEntry> read(
      Node.Member member,
      KeyPath path,
      Path directory,
      ConfigProblems problems,
      Function<String, Optional<String>> environment) {
    if (member.name().isEmpty()) {
      problems.problem(member.start(), path, "a server name must not be empty");
      return Optional.empty();
    }
    if (!(member.value() instanceof Node.Obj object)) {
      problems.problem(
          member.value().start(), path, "expected an object, found " + member.value().kind());
      return Optional.empty();
    }
    problems.duplicates(object, path);
    Keys.unknown(object, path, Keys.ENTRY, problems);
    EntryReader reader = new EntryReader(member.name(), object, path, problems, environment);
    return reader.entry(directory);
  }

  private Optional<ServerEntry> entry(Path directory) {
    Optional<EntryTarget> target = new TargetReader(fields, path, problems, disabled).target();
    Map<String, String> env = fields.map("env");
    Path cwd = fields.path("cwd", directory).orElse(directory);
    Optional<String> build = fields.string("build", Way.EXPANDED);
    Optional<State.Order> order = fields.word("order", ORDERS).map(EntryReader::order);
    Optional<ServerEntry.OnCrash> onCrash =
        fields.word("onCrash", ON_CRASH).map(EntryReader::onCrash);
    List<String> watch = watch();
    List<String> replay = replay();
    ToolFilter tools = tools();
    fields.flag("disabled"); // reports a mistake in it
    Optional<Path> binary = fields.path("binary", cwd);
    var buildTimeout = fields.millis("buildTimeout");
    var startTimeout = fields.millis("startTimeout");
    var callTimeout = fields.millis("callTimeout");
    if (target.isEmpty() || !problems.problems().isEmpty()) {
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
            startTimeout,
            callTimeout));
  }

  private List<String> watch() {
    List<String> globs = fields.oneOrMore("watch", Way.EXPANDED);
    boolean includes = globs.isEmpty();
    for (String glob : globs) {
      includes |= !glob.startsWith("!");
    }
    if (!includes) {
      fields.problem("watch", "every glob excludes files; add one that includes files");
    }
    return globs;
  }

  private List<String> replay() {
    List<String> rules = fields.oneOrMore("replay", Way.PLAIN);
    for (String rule : rules) {
      int colon = rule.indexOf(':');
      if (colon == 0 || (colon > 0 && rule.indexOf('=', colon) <= colon + 1)) {
        fields.problem("replay", "a rule must be TOOL or TOOL:ARG=VALUE");
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
          "expected an array of names, or an object with `allow` and `deny`, found "
              + node.get().kind());
      return ToolFilter.ALL;
    }
    KeyPath inner = path.in("tools");
    problems.duplicates(filter, inner);
    Keys.unknown(filter, inner, List.of("allow", "deny"), problems);
    Fields lists = new Fields(filter, inner, problems, n -> Optional.empty(), false);
    return new ToolFilter(lists.oneOrMore("allow", Way.PLAIN), lists.oneOrMore("deny", Way.PLAIN));
  }

  private static State.Order order(String word) {
    return word.equals("start-first") ? State.Order.START_FIRST : State.Order.STOP_FIRST;
  }

  private static ServerEntry.OnCrash onCrash(String word) {
    return word.equals("respawn") ? ServerEntry.OnCrash.RESPAWN : ServerEntry.OnCrash.REPORT;
  }
}
