package dev.pitstop.cli.options;

import dev.pitstop.text.Words;
import java.util.List;

/// Which options are not for which command or kind of server. The group of an option says more.
public final class OptionScopes {
  /// Options that need a server that Pitstop starts and stops.
  public static final List<String> NOT_OF_A_URL =
      List.of("binary", "order", "on-crash", "stop-timeout");

  /// Options that need a server that keeps running between calls.
  public static final List<String> NOT_OF_CLI =
      List.of("order", "on-crash", "replay", "drain-timeout");

  /// The limits that an entry of the configuration file sets, not the command line.
  public static final List<String> LIMITS_OF_A_SERVER = List.of("build-timeout", "call-timeout");

  /// Options of a session, which do not apply to a single examination.
  public static final List<String> NOT_OF_DOCTOR =
      Words.list(
          "list-wait order replay restart on-crash tools notices modern-client handshake-timeout",
          "hold-timeout hold-limit drain-timeout log-level log-file record");

  private OptionScopes() {}

  /// The options that `pitstop doctor` accepts.
  public static List<OptionRow> ofDoctor() {
    return OptionTable.rows().stream().filter(r -> !NOT_OF_DOCTOR.contains(r.name())).toList();
  }

  /// The options of a session.
  public static List<OptionRow> ofSession() {
    return OptionTable.rows().stream().filter(r -> r.group() != OptionGroup.DOCTOR).toList();
  }

  /// Whether the entry of a server says this in a session with many servers, and not the command
  /// line.
  public static boolean isOfAServer(String option) {
    OptionGroup group = OptionTable.row(option).orElseThrow().group();
    return group == OptionGroup.SERVER
        || group == OptionGroup.URL
        || group == OptionGroup.CLI
        || LIMITS_OF_A_SERVER.contains(option);
  }
}
