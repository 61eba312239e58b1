package dev.pitstop.soak;

import java.util.List;
import java.util.Locale;

/// One way of running Pitstop that the soak tries: its options, what it is wrapped in, what the
/// client speaks.
enum Mode {
  START_FIRST("--watch", "watched/**"),
  STOP_FIRST("--order", "stop-first", "--watch", "watched/**"),
  REPORT("--on-crash", "report", "--watch", "watched/**"),
  REPLAY("--replay", "login"),
  MODERN("--watch", "watched/**"),
  MODERN_STOP_FIRST("--order", "stop-first"),
  SMALL_HEAP("--set", "maxMessage=12MiB"),
  /// The limit of open files goes down and up again.
  FEW_DESCRIPTORS,
  /// The limit of address space goes down and up again.
  LITTLE_ADDRESS_SPACE,
  NON_BLOCKING,
  /// Pitstop is process 1 of a container.
  PID_1,
  /// Each method of the server hangs in turn.
  HANGING,
  /// The server refuses the client's era, and asks by results.
  LEGACY_OVER_MODERN("--watch", "watched/**"),
  LEGACY_OVER_MODERN_STOP_FIRST("--order", "stop-first"),
  /// The server refuses the client's era, and asks by requests; the client begins with a list.
  MODERN_OVER_LEGACY("--watch", "watched/**"),
  MODERN_OVER_LEGACY_STOP_FIRST("--order", "stop-first", "--set=modernClient=true"),
  /// The same with the server in a configuration file.
  LEGACY_OVER_MODERN_MANY("--set", "listWait=2s"),
  MODERN_OVER_LEGACY_MANY("--set", "listWait=2s");

  private final List<String> options;

  Mode(String... options) {
    this.options = List.of(options);
  }

  List<String> options() {
    return options;
  }

  /// As it is spelt on the command line and in reports.
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean modern() {
    return switch (this) {
      case MODERN,
          MODERN_STOP_FIRST,
          MODERN_OVER_LEGACY,
          MODERN_OVER_LEGACY_STOP_FIRST,
          MODERN_OVER_LEGACY_MANY ->
          true;
      case START_FIRST,
          STOP_FIRST,
          REPORT,
          REPLAY,
          SMALL_HEAP,
          FEW_DESCRIPTORS,
          LITTLE_ADDRESS_SPACE,
          NON_BLOCKING,
          PID_1,
          HANGING,
          LEGACY_OVER_MODERN,
          LEGACY_OVER_MODERN_STOP_FIRST,
          LEGACY_OVER_MODERN_MANY ->
          false;
    };
  }

  /// Whether the server is one of many: Pitstop calls it `puppet`, and its own tools want the name.
  boolean many() {
    return word().endsWith("-many");
  }

  /// What a tool or a prompt of the puppet is called for the client.
  String named(String name) {
    return (many() ? "puppet__" : "") + name;
  }

  /// Whether client and server need the bridge.
  boolean bridged() {
    return word().contains("-over-");
  }

  /// The era that the puppet speaks, as its command line calls it.
  String serverEra() {
    String era = modern() == bridged() ? "legacy" : "modern";
    return bridged() ? era + "-only" : era;
  }

  boolean stopFirst() {
    return options.contains("stop-first");
  }

  /// Whether a server that crashed is started again by the next call.
  boolean respawns() {
    return this != REPORT;
  }

  boolean watches() {
    return many() || options.contains("--watch");
  }

  /// A resource is short now and then: its being short may be logged.
  boolean isSqueezed() {
    return this == FEW_DESCRIPTORS || this == LITTLE_ADDRESS_SPACE || this == SMALL_HEAP;
  }

  String javaOptions() {
    return this == SMALL_HEAP ? "-Xmx48m" : "";
  }

  /// The protocol revision that the client speaks.
  String revision() {
    return modern() ? "2026-07-28" : "2025-11-25";
  }
}
