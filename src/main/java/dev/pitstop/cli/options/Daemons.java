package dev.pitstop.cli.options;

import dev.pitstop.channel.Target;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Headers;
import dev.pitstop.http.Uris;
import dev.pitstop.process.Command;
import java.util.List;
import java.util.Optional;

/// `pitstop URL`: makes the target of a daemon from the options.
public final class Daemons {
  private Daemons() {}

  public static Target.Daemon of(Options o, Logging logging) throws UsageException {
    Endpoint endpoint;
    try {
      endpoint =
          Endpoint.of(
              o.command().getFirst(),
              Headers.ofLines(o.all("header"), o.one("bearer-env"), o.surroundings()::variable));
    } catch (BadSetting e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    Command where =
        new Command(
            List.of(endpoint.display()),
            ProgramOptions.environment(o),
            ProgramOptions.directory(o),
            Optional.empty());
    return new Target.Daemon(
        endpoint, where, o.one("start"), o.one("restart"), logging.daemonOutput(name(endpoint)));
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
}
