package dev.pitstop.cli.options;

import dev.pitstop.channel.Target;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Headers;
import dev.pitstop.http.Uris;
import dev.pitstop.process.Command;
import java.util.List;
import java.util.Optional;

/// Makes the target of a session from the options: a program, a daemon behind a URL or a
/// command-line program.
public final class Targets {
  private Targets() {}

  /// @param logging has the file for the output of a daemon that Pitstop starts
  public static Target of(Options o, Logging logging) throws UsageException {
    return o.cli() ? tools(o) : o.isUrl() ? daemon(o, logging) : program(o);
  }

  private static Target.Daemon daemon(Options o, Logging logging) throws UsageException {
    Endpoint endpoint = endpoint(o, o.command().getFirst());
    Command where =
        new Command(
            List.of(endpoint.display()),
            ProgramOptions.environment(o),
            ProgramOptions.directory(o),
            Optional.empty());
    return new Target.Daemon(
        endpoint, where, o.one("start"), o.one("restart"), logging.daemonOutput(name(endpoint)));
  }

  /// The command of the options, and the URL where it serves, if it speaks HTTP.
  public static Target.Program program(Options o) throws UsageException {
    return new Target.Program(
        ProgramOptions.command(o), o.has("url") ? Optional.of(served(o)) : Optional.empty());
  }

  /// The URL of `--url`, which is on this machine.
  static Endpoint served(Options o) throws UsageException {
    Endpoint endpoint = endpoint(o, o.text("url"));
    if (!endpoint.isHere()) {
      throw new UsageException(
          "--url: " + endpoint.host() + " is not this machine: " + Endpoint.NOT_HERE);
    }
    return endpoint;
  }

  private static Endpoint endpoint(Options o, String url) throws UsageException {
    try {
      return Endpoint.of(
          url, Headers.ofLines(o.all("header"), o.one("bearer-env"), o.surroundings()::variable));
    } catch (BadSetting e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /// `localhost-8080`.
  static String name(Endpoint endpoint) {
    StringBuilder name = new StringBuilder();
    String authority = Uris.hostAndPort(endpoint.uri());
    for (int i = 0; i < authority.length(); i++) {
      char c = authority.charAt(i);
      name.append(Character.isLetterOrDigit(c) || c == '.' || c == '_' ? c : '-');
    }
    return name.toString();
  }

  private static Target.Tools tools(Options o) throws UsageException {
    Target.Calls usual = Target.Calls.USUAL;
    int parallel = o.number("parallel", usual.parallel());
    if (parallel == 0) {
      throw new UsageException("--set parallel: must be more than 0");
    }
    return new Target.Tools(
        ProgramOptions.command(o),
        new Target.Calls(
            o.one("schema-args").map(Targets::words).orElse(usual.schemaArgs()),
            o.one("call-args").map(Targets::words),
            o.moreThanZeroMillis("call-timeout", usual.millis()),
            o.bytes("max-output", usual.maxOutput()),
            parallel));
  }

  /// Words separated by spaces. Words with spaces in them need the configuration file.
  private static List<String> words(String text) {
    String stripped = text.strip();
    return stripped.isEmpty() ? List.of() : List.of(stripped.split("\\s+"));
  }
}
