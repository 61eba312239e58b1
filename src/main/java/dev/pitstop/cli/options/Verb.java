package dev.pitstop.cli.options;

import dev.pitstop.config.Fits;
import dev.pitstop.config.Setting;
import dev.pitstop.config.SettingGroup;
import dev.pitstop.config.SettingTable;
import dev.pitstop.process.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The commands of Pitstop, in the order of the help. They win over a program of the same name when
/// they come first; after `--` every word is a program. `cli` is not among them: it comes before a
/// program.
public enum Verb {
  DOCTOR("check a server the way clients use it"),
  INSTALL("put Pitstop in front of the servers of an MCP client"),
  UNINSTALL("restore the client's original entries"),
  DEMO("play a short session in this terminal, without a client"),
  PS("list the sessions and their servers"),
  LOGS("print what servers wrote, builds and reloads"),
  CALLS("print the calls of a session, or one in full"),
  RELOAD("build and restart a server, or start it"),
  STOP("stop a server"),
  RERUN("make calls once more, and compare"),
  UI("show the sessions on a page in the browser"),
  CALL("call a tool of a server and print the result, or list the tools"),
  REPLAY("play a recording to a server, and compare the answers"),
  COMPLETION("print the completion script for bash, zsh or fish"),
  HELP("print a page of help");

  private static final Setting FOLLOW =
      Setting.option(SettingGroup.BESIDE, "follow", "", "go on until the session ends (also -f)");
  private static final Setting SESSION =
      Setting.option(
          SettingGroup.BESIDE,
          "session PID",
          "the one of this directory",
          "the session to use: see `pitstop ps`");
  private static final Setting JSON =
      Setting.option(SettingGroup.BESIDE, "json", "", "print lines of JSON, one object a line");

  /// Options of a session that say nothing about a single call.
  private static final List<String> NOT_OF_A_CALL = List.of("watch", "config");

  private final String summary;

  Verb(String summary) {
    this.summary = summary;
  }

  public static Optional<Verb> of(String word) {
    return Stream.of(values()).filter(v -> v.word().equals(word)).findFirst();
  }

  /// As it is typed.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What it does, as a phrase.
  public String summary() {
    return summary;
  }

  /// Its own options, in the order of the help.
  public List<Setting> rows() {
    List<Setting> rows =
        new ArrayList<>(
            switch (this) {
              case DOCTOR -> SettingTable.of(SettingGroup.DOCTOR);
              case INSTALL ->
                  Stream.concat(
                          ofClientFile(),
                          Stream.of(
                              install("yes", "add the guessed --build and --watch (also -y)"),
                              install(
                                  "as-is",
                                  "wrap also a command that restarts the server itself, such as"
                                      + " `tsx watch`"),
                              install("build CMD", "--build for the one server that you name"),
                              install(
                                  "watch GLOB",
                                  "--watch for the one server that you name (repeatable)"),
                              Setting.option(
                                  SettingGroup.INSTALL,
                                  "command WORDS",
                                  "the path of this pitstop",
                                  "the command that starts Pitstop in the client's file")))
                      .toList();
              case UNINSTALL -> ofClientFile().toList();
              case PS, RELOAD, STOP, RERUN -> List.of(SESSION, JSON);
              case LOGS ->
                  List.of(
                      FOLLOW,
                      Setting.option(
                          SettingGroup.BESIDE,
                          "since TIME",
                          "",
                          "only what happened in the last TIME: 30s, 5m or 2h"),
                      SESSION,
                      JSON);
              case CALLS -> List.of(FOLLOW, SESSION, JSON);
              case UI ->
                  List.of(
                      Setting.option(
                          SettingGroup.BESIDE,
                          "session PID",
                          "all",
                          "show this session only: see `pitstop ps`"),
                      Setting.option(
                          SettingGroup.BESIDE,
                          "allow-actions",
                          "",
                          "let the page reload servers and make calls again"));
              case CALL ->
                  List.of(
                      call("json", "", "print the raw result on one line, or one tool a line"),
                      call("unchecked", "", "send the arguments whatever the tool's schema says"),
                      call(
                          "stderr",
                          "",
                          "print what the server writes to stderr, also if all is well"),
                      call(
                          "session PID",
                          "the one of this directory",
                          "the running session to use"));
              case REPLAY ->
                  List.of(
                      replay("all", "", "also send calls that may change something"),
                      replay(
                          "ignore PATH",
                          "none",
                          "leave out what is there in each answer (repeatable)"),
                      replay("update", "", "write the new answers into FILE"));
              case DEMO, COMPLETION, HELP -> List.of();
            });
    if (!rows.isEmpty() && this != DOCTOR) {
      rows.add(Setting.option(rows.getFirst().group(), "help", "", "print this help (also -h)"));
    }
    return rows;
  }

  /// All options that it accepts: its own, and those that describe a server it starts.
  public List<Setting> all() {
    List<Setting> all = new ArrayList<>(rows());
    all.addAll(ofServer());
    return all;
  }

  /// The options that describe a server that it starts, as for a session.
  public List<Setting> ofServer() {
    return switch (this) {
      case DOCTOR -> SettingTable.rows().stream().filter(Verb::describes).toList();
      case CALL ->
          DOCTOR.ofServer().stream().filter(r -> !NOT_OF_A_CALL.contains(r.option())).toList();
      case REPLAY -> DOCTOR.ofServer().stream().filter(r -> !r.option().equals("watch")).toList();
      case INSTALL, UNINSTALL, DEMO, PS, LOGS, CALLS, RELOAD, STOP, RERUN, UI, COMPLETION, HELP ->
          List.of();
    };
  }

  private static boolean describes(Setting row) {
    return row.fits().contains(Fits.ONCE)
        && row.group() != SettingGroup.DOCTOR
        && row.group() != SettingGroup.HELP;
  }

  /// The row of one of its options.
  Optional<Setting> option(String name) {
    return this == DOCTOR
        ? SettingTable.option(name)
        : all().stream().filter(r -> r.option().equals(name)).findFirst();
  }

  /// Reads the words after it.
  ///
  /// @param here where they were given
  /// @return the words that no option took are the command of the result
  public Options parse(List<String> words, Surroundings here) throws UsageException {
    CommandLine line = CommandLine.read(Optional.of(this), words, here);
    List<String> plain = new ArrayList<>(line.words());
    plain.addAll(line.rest().orElse(List.of()));
    return new Options(line.values(), plain, false, false, here);
  }

  private static Stream<Setting> ofClientFile() {
    return Stream.of(
        install("user", "use the user's configuration file"),
        install("file FILE", "use this file, in the format of any of the clients"),
        install("print", "show the changed entries, and change nothing"));
  }

  private static Setting install(String usage, String help) {
    return Setting.option(SettingGroup.INSTALL, usage, "", help);
  }

  private static Setting call(String usage, String defaultValue, String help) {
    return Setting.option(SettingGroup.CALL, usage, defaultValue, help);
  }

  private static Setting replay(String usage, String defaultValue, String help) {
    return Setting.option(SettingGroup.REPLAY, usage, defaultValue, help);
  }
}
