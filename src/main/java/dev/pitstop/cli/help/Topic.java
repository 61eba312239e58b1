package dev.pitstop.cli.help;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A page of `pitstop help`.
public enum Topic {
  OPTIONS(true, false),
  INSTALL(true, true),
  DOCTOR(true, true),
  CLI(true, true),
  HTTP(true, false),
  MANY(true, false),
  TOOLS(true, true),
  FILES(true, false),
  UNINSTALL(false, true),
  DEMO(false, true),
  PS(false, true),
  LOGS(false, true),
  CALLS(false, true),
  RELOAD(false, true),
  STOP(false, true),
  START(false, true),
  RERUN(false, true),
  UI(false, true),
  CALL(false, true),
  REPLAY(false, true),
  COMPLETION(false, true);

  private final boolean listed;
  private final boolean command;

  Topic(boolean listed, boolean command) {
    this.listed = listed;
    this.command = command;
  }

  public static Optional<Topic> of(String word) {
    return Stream.of(values()).filter(topic -> topic.word().equals(word)).findFirst();
  }

  public static List<String> names() {
    return Stream.of(values()).map(Topic::word).toList();
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Whether `pitstop --help` names it among the topics. The others are pages of commands.
  public boolean isListed() {
    return listed;
  }

  /// Whether it is a command, whose `--help` is this page.
  public boolean isCommand() {
    return command;
  }

  public String text() {
    return switch (this) {
      case OPTIONS -> HelpPages.options();
      case INSTALL -> InstallPages.install();
      case UNINSTALL -> InstallPages.uninstall();
      case DOCTOR -> HelpPages.doctor();
      case CLI -> HelpPages.cli();
      case HTTP -> HelpPages.http();
      case MANY -> HelpPages.many();
      case TOOLS -> CallPages.tools();
      case FILES -> FilesPage.text();
      case DEMO -> HelpPages.demo();
      case PS -> MonitoringPages.ps();
      case LOGS -> MonitoringPages.logs();
      case CALLS -> MonitoringPages.calls();
      case RELOAD -> MonitoringPages.reload();
      case STOP -> MonitoringPages.stop();
      case START -> MonitoringPages.start();
      case RERUN -> MonitoringPages.rerun();
      case UI -> MonitoringPages.ui();
      case CALL -> CallPages.call();
      case REPLAY -> ReplayPage.text();
      case COMPLETION -> HelpPages.completion();
    };
  }
}
