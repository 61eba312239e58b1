package dev.pitstop.config;

import dev.pitstop.channel.Target;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Header;
import dev.pitstop.http.Headers;
import dev.pitstop.process.Command;
import dev.pitstop.textedit.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads how Pitstop reaches a server.
///
/// @param fields of the entry
/// @param cwd absolute; it may not exist
/// @param binary the file that `binary_info` describes, absolute
/// @param output the file for the output of a daemon that Pitstop started
/// @param callTimeout in milliseconds, more than 0
record TargetReader(
    Fields fields,
    Map<String, String> env,
    Path cwd,
    Optional<Path> binary,
    Path output,
    OptionalLong callTimeout,
    boolean disabled) {
  /// An entry needs exactly one of `command`, `url` and `cli`; a command may have a `url`, where it
  /// serves HTTP.
  ///
  /// @return empty if a mistake leaves nothing to run, and for a disabled entry with a URL
  Optional<Target> target() {
    List<String> ways = EntryReader.WAYS.stream().filter(fields::has).toList();
    boolean served = ways.equals(List.of("command", "url"));
    if (ways.size() != 1 && !served) {
      fields.strings("args"); // reports mistakes in them
      fields.map("headers");
      problems()
          .problem(
              fields.object().start(),
              fields.path(),
              ways.isEmpty()
                  ? "one of `command`, `url` and `cli` is required"
                  : "`" + String.join("` and `", ways) + "` cannot be combined: keep one");
      return Optional.empty();
    }
    String way = ways.getFirst();
    if (served && fields.word("order").filter("start-first"::equals).isPresent()) {
      fields.problem(
          "order",
          "with `command` and `url` the old server is stopped first, since it holds the port");
    }
    return switch (way) {
      case "command" -> stdio(served);
      case "url" -> http();
      default -> cli();
    };
  }

  private Command command(List<String> argv) {
    return new Command(argv, env, cwd, binary);
  }

  private ConfigProblems problems() {
    return fields.problems();
  }

  /// A `command` that is an array holds the program and its arguments.
  private Optional<Target> stdio(boolean served) {
    boolean array = fields.node("command").get() instanceof Node.Arr;
    List<String> argv =
        new ArrayList<>(array ? program("command") : fields.string("command").stream().toList());
    List<String> args = fields.strings("args");
    if (argv.isEmpty()) {
      return Optional.empty();
    }
    argv.addAll(args);
    if (!served) {
      return Optional.of(new Target.Program(command(argv)));
    }
    Optional<Endpoint> url = endpoint();
    if (url.isPresent() && !url.get().isHere()) {
      fields.problem("url", url.get().host() + " is not this machine: " + Endpoint.NOT_HERE);
      return Optional.empty();
    }
    return url.map(at -> new Target.Program(command(argv), url));
  }

  private Optional<Target> cli() {
    List<String> argv = program("cli");
    Optional<List<String>> schemaArgs = words("schemaArgs");
    Optional<List<String>> callArgs = words("callArgs");
    Optional<Integer> maxOutput = fields.bytes("maxOutput");
    Optional<Integer> parallel = fields.count("parallel", 1);
    Target.Calls usual = Target.Calls.USUAL;
    return argv.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Target.Tools(
                command(argv),
                new Target.Calls(
                    schemaArgs.orElse(usual.schemaArgs()),
                    callArgs,
                    callTimeout.orElse(usual.millis()),
                    maxOutput.orElse(usual.maxOutput()),
                    parallel.orElse(usual.parallel()))));
  }

  private Optional<List<String>> words(String key) {
    return fields.has(key) ? Optional.of(fields.strings(key)) : Optional.empty();
  }

  /// Program and arguments; empty if the program is missing.
  private List<String> program(String key) {
    int before = problems().count();
    List<String> argv = fields.strings(key);
    if (problems().count() > before) {
      return List.of(); // already reported
    }
    if (argv.isEmpty() || argv.getFirst().isEmpty()) {
      fields.problem(key, "the program to run is missing");
      return List.of();
    }
    return argv;
  }

  private Optional<Target> http() {
    Optional<String> start = fields.string("start");
    Optional<String> restart = fields.string("restart");
    return endpoint()
        .map(at ->
            new Target.Daemon(
                at, new Command(List.of(at.display()), env, cwd), start, restart, output));
  }

  /// Empty if there is a mistake, and for a disabled entry.
  private Optional<Endpoint> endpoint() {
    int before = problems().count();
    Optional<String> url = fields.string("url");
    boolean told = problems().count() > before;
    Map<String, String> headers = fields.map("headers");
    if (url.isEmpty() || told || disabled) {
      return Optional.empty(); // variables of a disabled entry are not replaced
    }
    String wrong = "headers";
    try {
      List<Header> lines = Headers.ofMap(headers);
      wrong = "url";
      return Optional.of(Endpoint.of(url.get(), lines));
    } catch (BadSetting e) {
      // a text that is no address at all may be a secret variable's value, so it is not shown
      boolean shown = wrong.equals("headers") || url.get().contains("://");
      fields.problem(
          wrong,
          shown
              ? String.valueOf(e.getMessage())
              : "expected a URL that starts with `http://` or `https://`");
      return Optional.empty();
    }
  }
}
