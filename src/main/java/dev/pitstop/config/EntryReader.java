package dev.pitstop.config;

import com.google.gson.JsonObject;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.channel.Target;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.Jsonc;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Node;
import dev.pitstop.watch.Watcher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads the entry of one server. It reports every mistake, not only the first one.
///
/// @param name the valid name of the server
public record EntryReader(String name, Fields fields, EntryContext context) {
  /// How a server is reached: one of these must be there.
  static final List<String> WAYS = List.of("command", "url", "cli");

  /// The keys that Pitstop reads.
  static final List<String> KEYS = SettingTable.ofEntry().stream().map(Setting::key).toList();

  /// Keys that clients read and Pitstop ignores.
  private static final Set<String> OF_CLIENTS =
      Words.set(
          "type autoApprove alwaysAllow timeout description name title icon trust gallery version dev");

  /// @param name the valid name of the server
  /// @param path of the entry
  /// @param directory the directory of the file; a relative `cwd` starts here
  /// @param problems gets the mistakes
  /// @return empty if there is a mistake, or the entry is disabled
  static Optional<ServerSpec> read(
      Node.Member member,
      String name,
      KeyPath path,
      Path directory,
      ConfigProblems problems,
      EntryContext context) {
    int before = problems.count();
    if (member.name().isEmpty()) {
      problems.problem(member.start(), path, "a server name must not be empty");
      return Optional.empty();
    }
    if (!(member.value() instanceof Node.Obj object)) {
      problems.problem(
          member.value().start(), path, "expected an object, found " + member.value().kind());
      return Optional.empty();
    }
    unknown(object, path, KEYS, problems);
    boolean disabled =
        new Fields(object, path, problems, context.environment(), false).flag("disabled");
    Fields fields = new Fields(object, path, problems, context.environment(), !disabled);
    noEffect(fields);
    Optional<ServerSpec> spec =
        new EntryReader(name, fields, context).spec(directory, disabled, "report");
    return problems.count() > before || disabled ? Optional.empty() : spec;
  }

  /// Reads an entry that comes from the agent. Relative paths start from the working directory.
  ///
  /// @throws IllegalArgumentException saying what is wrong with it
  /// @return empty if it is disabled
  static Optional<ServerSpec> added(String name, JsonObject entry, EntryContext context) {
    String text = entry.toString();
    ConfigProblems found = new ConfigProblems(text, context.directory());
    Optional<ServerSpec> spec = Optional.empty();
    try {
      Node.Member member = new Node.Member(name, 0, 0, Jsonc.parse(text), true);
      spec = read(member, name, KeyPath.ROOT, context.directory(), found, context);
    } catch (Mistake m) { // it is nested too deep
      found.problem(m.offset(), m.path(), m.message());
    }
    // A mistyped key comes first: it explains the rest.
    String wrong =
        Stream.concat(
                found.warnings().stream().filter(w -> w.message().contains("unknown key")),
                found.problems().stream())
            .map(
                p -> (p.key().isEmpty() ? "" : "`" + p.key() + "`: ") + Words.sentence(p.message()))
            .collect(Collectors.joining(" Also: "));
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(wrong);
    }
    Optional<Path> directory = spec.map(s -> s.command().directory());
    if (directory.isPresent() && !Files.isDirectory(directory.get())) {
      throw new IllegalArgumentException("`cwd`: " + directory.get() + " is not a directory.");
    }
    return spec;
  }

  /// Warns of unknown keys, which are most likely mistyped.
  private static void unknown(
      Node.Obj object, KeyPath path, List<String> known, ConfigProblems problems) {
    for (Node.Member member : object.members()) {
      String key = member.name();
      boolean comment = key.startsWith("$") || key.startsWith("_") || key.startsWith("//");
      if (key.equals("envFile")) {
        problems.warning(
            member.start(),
            path.in(key),
            "Pitstop does not read this file; put its variables into `env`");
      } else if (!known.contains(key) && !OF_CLIENTS.contains(key) && !comment) {
        problems.warning(
            member.start(),
            path,
            "unknown key `"
                + KeyPath.name(key)
                + "`"
                + Nearest.question(key, known, "`%s`").orElse(""));
      }
    }
  }

  /// Warns of keys that are for another kind of server.
  private static void noEffect(Fields fields) {
    boolean cli = fields.has("cli");
    boolean command = fields.has("command");
    boolean url = fields.has("url");
    if (cli == (command || url)) {
      return; // a mistake, which is told
    }
    Fits kind = cli ? Fits.CLI : !command ? Fits.URL : url ? Fits.SERVED : Fits.PROGRAM;
    for (Setting row : SettingTable.ofEntry()) {
      Set<Fits> fits = row.fits();
      if (fields.has(row.key()) && !fits.contains(kind) && !WAYS.contains(row.key())) {
        boolean run = fits.contains(Fits.PROGRAM);
        fields.warning(
            row.key(),
            run && kind == Fits.CLI && row.group() != SettingGroup.ENTRY
                ? "this has no effect with `cli`: no server runs between calls"
                : "this has no effect without `"
                    + (run ? "command" : fits.contains(Fits.CLI) ? "cli" : "url")
                    + "`");
      }
    }
  }

  /// The server's spec. Use it only if there is no mistake and the entry is not disabled.
  ///
  /// @param directory where a relative `cwd` starts
  /// @param onCrash what the entry means without this key
  public Optional<ServerSpec> spec(Path directory, boolean disabled, String onCrash) {
    Map<String, String> env = new LinkedHashMap<>(context.env());
    env.putAll(fields.map("env"));
    Path cwd = fields.path("cwd", directory).orElse(directory);
    Optional<Path> binary = fields.path("binary", cwd);
    OptionalLong callTimeout = fields.millis("callTimeout");
    Optional<Target> target =
        new TargetReader(
                fields, env, cwd, binary, context.outputs().apply(name), callTimeout, disabled)
            .target();
    Optional<String> build = fields.string("build");
    boolean stopFirst = fields.word("order").filter("stop-first"::equals).isPresent();
    boolean respawn = fields.word("onCrash").orElse(onCrash).equals("respawn");
    List<String> watch = watch(cwd);
    List<ReplayRule> replay = replay();
    ToolFilter tools = tools();
    OptionalLong buildTimeout = fields.millis("buildTimeout");
    OptionalLong startTimeout = fields.millis("startTimeout");
    return target.map(made ->
        new ServerSpec(
            name,
            made,
            build,
            watch,
            stopFirst
                ? State.Order.STOP_FIRST
                : made.holdsPort() ? State.Order.BUILD_FIRST : State.Order.START_FIRST,
            respawn,
            replay,
            tools,
            buildTimeout,
            startTimeout,
            made instanceof Target.Tools ? OptionalLong.empty() : callTimeout));
  }

  private List<String> watch(Path cwd) {
    List<String> globs = fields.oneOrMore("watch");
    if (globs.isEmpty()) {
      return globs;
    }
    Watcher.mistake(cwd, globs).ifPresent(text -> fields.problem("watch", text));
    if (globs.stream().allMatch(glob -> glob.startsWith("!"))) {
      fields.problem("watch", "every glob excludes files; add one that includes files");
    }
    return globs;
  }

  private List<ReplayRule> replay() {
    List<ReplayRule> rules = new ArrayList<>();
    for (String text : fields.oneOrMore("replay")) {
      ReplayRule.of(text)
          .filter(rule -> !text.startsWith(":"))
          .ifPresentOrElse(
              rules::add, () -> fields.problem("replay", "a rule must be TOOL or TOOL:ARG=VALUE"));
    }
    return rules;
  }

  private ToolFilter tools() {
    Optional<Node> node = fields.node("tools");
    if (node.isEmpty()) {
      return ToolFilter.ALL;
    }
    if (node.get() instanceof Node.Arr) {
      return new ToolFilter(fields.oneOrMore("tools"), List.of());
    }
    if (!(node.get() instanceof Node.Obj filter)) {
      fields.problem(
          "tools",
          "expected an array of names, or an object with `allow` and `deny`, found "
              + node.get().kind());
      return ToolFilter.ALL;
    }
    KeyPath inner = fields.path().in("tools");
    unknown(filter, inner, List.of("allow", "deny"), fields.problems());
    Fields lists = new Fields(filter, inner, fields.problems(), context.environment(), false);
    return new ToolFilter(lists.oneOrMore("allow"), lists.oneOrMore("deny"));
  }
}
