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
  INSTALL(
      "put Pitstop in front of the servers of an MCP client",
      user(),
      file(),
      print(),
      install("yes", "add the guessed --build and --watch (also -y)"),
      install("as-is", "wrap also a command that restarts the server itself, such as `tsx watch`"),
      install("build CMD", "--build for the one server that you name"),
      install("watch GLOB", "--watch for the one server that you name (repeatable)"),
      Setting.option(
          SettingGroup.INSTALL,
          "command WORDS",
          "the path of this pitstop",
          "the command that starts Pitstop in the client's file")),
  UNINSTALL("restore the client's original entries", user(), file(), print()),
  DEMO("play a short session in this terminal, without a client"),
  PS("list the sessions and their servers", session(), json()),
  LOGS(
      "print what servers wrote, builds and reloads",
      follow(),
      beside("since TIME", "", "only what happened in the last TIME: 30s, 5m or 2h"),
      session(),
      json()),
  CALLS("print the calls of a session, or one in full", follow(), session(), json()),
  RELOAD("build and restart a server, or start it", session(), json()),
  STOP("stop a server", session(), json()),
  RERUN("make calls once more, and compare", session(), json()),
  UI(
      "show the sessions on a page in the browser",
      beside("allow-actions", "", "let the page reload servers and make calls again")),
  CALL(
      "call a tool of a server and print the result, or list the tools",
      call("json", "", "print the raw result on one line, or one tool a line"),
      call("unchecked", "", "send the arguments whatever the tool's schema says"),
      call("stderr", "", "print what the server writes to stderr, also if all is well"),
      call("session PID", "the one of this directory", "the running session to use")),
  REPLAY(
      "play a recording to a server, and compare the answers",
      replay("all", "", "also send calls that may change something"),
      replay("ignore PATH", "none", "leave out what is there in each answer (repeatable)"),
      replay("update", "", "write the new answers into FILE")),
  COMPLETION("print the completion script for bash, zsh or fish"),
  HELP("print a page of help");

  /// Options of a session that say nothing about a single call.
  private static final List<String> NOT_OF_A_CALL = List.of("watch", "config");

  private final String summary;
  private final List<Setting> rows;

  Verb(String summary, Setting... rows) {
    this.summary = summary;
    this.rows = List.of(rows);
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
    if (this == DOCTOR) {
      return SettingTable.of(SettingGroup.DOCTOR);
    }
    List<Setting> all = new ArrayList<>(rows);
    rows.stream()
        .limit(1)
        .map(row -> Setting.option(row.group(), "help", "", "print this help (also -h)"))
        .forEach(all::add);
    return all;
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

  private static Setting install(String usage, String help) {
    return Setting.option(SettingGroup.INSTALL, usage, "", help);
  }

  private static Setting user() {
    return install("user", "use the user's configuration file");
  }

  private static Setting file() {
    return install("file FILE", "use this file, in the format of any of the clients");
  }

  private static Setting print() {
    return install("print", "show the changed entries, and change nothing");
  }

  private static Setting beside(String usage, String usual, String help) {
    return Setting.option(SettingGroup.BESIDE, usage, usual, help);
  }

  private static Setting follow() {
    return beside("follow", "", "go on until the session ends (also -f)");
  }

  private static Setting session() {
    return beside(
        "session PID", "the one of this directory", "the session to use: see `pitstop ps`");
  }

  private static Setting json() {
    return beside("json", "", "print lines of JSON, one object a line");
  }

  private static Setting call(String usage, String usual, String help) {
    return Setting.option(SettingGroup.CALL, usage, usual, help);
  }

  private static Setting replay(String usage, String usual, String help) {
    return Setting.option(SettingGroup.REPLAY, usage, usual, help);
  }
}
