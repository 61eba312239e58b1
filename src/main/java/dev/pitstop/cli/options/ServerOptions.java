package dev.pitstop.cli.options;

import dev.pitstop.channel.Target;
import dev.pitstop.config.ConfigProblem;
import dev.pitstop.config.ConfigProblems;
import dev.pitstop.config.EntryContext;
import dev.pitstop.config.EntryReader;
import dev.pitstop.config.Fields;
import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingTable;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Header;
import dev.pitstop.http.Headers;
import dev.pitstop.http.Uris;
import dev.pitstop.hub.Description;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.process.Surroundings;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.project.ServerName;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The server of a command line. What is given becomes an entry like those of the configuration
/// file, and the reader of entries reads it.
public final class ServerOptions {
  private ServerOptions() {}

  /// The server; without `--name` its name is empty.
  public static ServerSpec read(Options o) throws UsageException {
    Fields fields = fields(o);
    Surroundings here = o.surroundings();
    EntryContext context =
        new EntryContext(Map.of(), here::variable, here.directory(), name -> here.directory());
    Optional<ServerSpec> spec =
        new EntryReader(o.text("name"), fields, context).spec(here.directory(), false, "respawn");
    check(o, fields);
    ServerSpec read = spec.orElseThrow();
    if (!read.respawn() && read.watch().isEmpty() && !SessionOptions.tools(o).test("recompile")) {
      throw new UsageException(
          "--on-crash report needs a way to reload: `recompile` in --tools, or --watch");
    }
    return read;
  }

  /// The same server with its name, and with the file for the output of a daemon.
  ///
  /// The name is that of `--name`, else the name that the server gave itself in its last run, else
  /// one from its command or URL ([ServerName]). It stays the same for the whole session.
  public static ServerSpec named(Options o, ServerSpec read, Logging logging) {
    Target target = read.target();
    String usual;
    if (target instanceof Target.Daemon d) {
      usual = name(d.endpoint());
      target =
          new Target.Daemon(
              d.endpoint(), d.where(), d.start(), d.restart(), logging.daemonOutput(usual));
    } else {
      usual = ServerName.of(target.command());
    }
    String name = read.name();
    if (name.isEmpty()) {
      name =
          new Description(Description.directory(o.surroundings().environment()), target)
              .serverName()
              .orElse(usual);
    }
    return read.with(name, target, read.build());
  }

  /// `localhost-8080`.
  private static String name(Endpoint endpoint) {
    return Uris.hostAndPort(endpoint.uri()).replaceAll("[^\\p{L}\\p{Nd}._]", "-");
  }

  /// What is given, by key. Variables are replaced only in headers.
  static Fields fields(Options o) throws UsageException {
    List<Node.Member> members = new ArrayList<>();
    if (o.cli()) {
      add(members, "cli", texts(o.command()));
    } else if (o.isUrl()) {
      add(members, "url", text(o.command().getFirst()));
    } else if (!o.command().isEmpty()) {
      add(members, "command", texts(o.command()));
    }
    for (Setting setting : o.given()) {
      if (!setting.key().isEmpty() && !setting.key().equals("headers")) {
        add(members, setting.key(), value(o, setting));
      }
    }
    if (o.has("header") || o.has("bearer-env")) {
      add(members, "headers", headers(o));
    }
    return new Fields(
        new Node.Obj(0, 0, members),
        KeyPath.ROOT,
        new ConfigProblems("", Path.of("")),
        o.surroundings()::variable,
        false);
  }

  private static void add(List<Node.Member> members, String key, Node value) {
    members.add(new Node.Member(key, 0, 0, value, true));
  }

  private static Node value(Options o, Setting setting) throws UsageException {
    String name = setting.option();
    return switch (setting.type()) {
      case TEXT, NUMBER -> text(o.text(name));
      case FLAG ->
          List.of("true", "false").contains(o.text(name))
              ? new Node.Bool(0, 0, o.text(name).equals("true"))
              : text(o.text(name));
      case TEXTS -> texts(o.all(name));
      case WORDS ->
          texts(o.text(name).isBlank() ? List.of() : List.of(o.text(name).strip().split("\\s+")));
      case OBJECT -> object(environment(o));
    };
  }

  private static Node text(String value) {
    return new Node.Text(0, 0, value);
  }

  private static Node texts(List<String> values) {
    return new Node.Arr(0, 0, values.stream().map(ServerOptions::text).toList());
  }

  private static Node object(Map<String, String> values) {
    List<Node.Member> members = new ArrayList<>();
    values.forEach((name, value) -> add(members, name, text(value)));
    return new Node.Obj(0, 0, members);
  }

  private static Node headers(Options o) throws UsageException {
    try {
      Map<String, String> values = new LinkedHashMap<>();
      for (Header header :
          Headers.ofLines(o.all("header"), o.one("bearer-env"), o.surroundings()::variable)) {
        values.put(header.name(), header.value());
      }
      return object(values);
    } catch (BadSetting e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /// @throws UsageException with the first mistake in what was read
  static void check(Options o, Fields read) throws UsageException {
    if (read.problems().count() == 0) {
      return;
    }
    ConfigProblem first = read.problems().problems().getFirst();
    String key = first.key().split("[.\\[]", -1)[0];
    boolean word = o.isUrl() && key.equals("url");
    Optional<Setting> setting =
        SettingTable.rows().stream().filter(s -> s.key().equals(key) && !word).findFirst();
    throw new UsageException(setting.map(s -> s.name() + ": ").orElse("") + first.message());
  }

  static Map<String, String> environment(Options o) throws UsageException {
    Map<String, String> env = new LinkedHashMap<>();
    for (String pair : o.all("env")) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--env: `" + pair + "` is not KEY=VALUE");
      }
      env.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return env;
  }

  static Path directory(Options o) throws UsageException {
    return o.surroundings().directory().resolve(o.text("cwd"));
  }

  /// Whether a word is a file, or a program on the `PATH` that the command would have.
  static boolean isProgram(Options o, String word) throws UsageException {
    return ProgramFile.isThere(
        new Command(List.of(word), environment(o), directory(o)),
        Executables.in(o.surroundings().environment()));
  }
}
