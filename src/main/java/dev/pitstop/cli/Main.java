package dev.pitstop.cli;

import dev.pitstop.cli.call.CallCommand;
import dev.pitstop.cli.call.CallLine;
import dev.pitstop.cli.demo.Demo;
import dev.pitstop.cli.help.Completion;
import dev.pitstop.cli.help.Help;
import dev.pitstop.cli.help.Topic;
import dev.pitstop.cli.install.InstallCommand;
import dev.pitstop.cli.install.Shell;
import dev.pitstop.cli.install.UninstallCommand;
import dev.pitstop.cli.monitoring.Desk;
import dev.pitstop.cli.monitoring.MonitoringCommand;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.CommandLine;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.OwnWords;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.replay.ReplayCommand;
import dev.pitstop.process.Surroundings;
import dev.pitstop.rpc.Patience;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The program: reads the command line and runs the command in it.
public final class Main {
  private static final int USAGE = 2;

  private Main() {}

  /// Exits with 0 after a session, 1 after an internal error, 2 after a mistake on the command
  /// line.
  public static void main(String[] args) {
    InputStream in = new Patience.Input(new FileInputStream(FileDescriptor.in));
    FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    int code = 1;
    try {
      code = run(args, in, out, Surroundings.ofThisProcess());
    } catch (Error | RuntimeException e) {
      System.err.println("pitstop: internal error: " + e);
    } finally {
      // halt, not exit: a reader blocked in stdin or a signal's thread must not delay the exit
      Runtime.getRuntime().halt(code);
    }
  }

  /// Runs a command line in this process.
  ///
  /// @return the exit code
  static int run(String[] args, InputStream in, FileOutputStream out, Surroundings here) {
    PrintStream err = here.err();
    try {
      if (args.length == 2 && asksForHelp(args[1])) {
        Optional<Topic> command = Topic.of(args[0]).filter(Topic::isCommand);
        if (command.isPresent()) {
          return print(out, command.get().text());
        }
      }
      if (args.length > 0) {
        switch (args[0]) { // commands win over programs of the same name
          case "help" -> {
            return print(out, Help.page(rest(args)));
          }
          case "version" -> {
            return version(rest(args), out);
          }
          case "completion" -> {
            return print(out, Completion.script(rest(args)));
          }
          case "install" -> {
            return InstallCommand.run(rest(args), Shell.ours(in, out, here));
          }
          case "uninstall" -> {
            return UninstallCommand.run(rest(args), Shell.ours(in, out, here));
          }
          case "doctor" -> {
            Options o = CommandLine.parse(Arrays.copyOfRange(args, 1, args.length), here);
            return o.has("help") ? print(out, Topic.DOCTOR.text()) : DoctorCommand.run(o, out);
          }
          case "replay" -> {
            return ReplayCommand.asksForHelp(rest(args))
                ? print(out, Topic.REPLAY.text())
                : ReplayCommand.run(
                    rest(args), out, here, Terminal.questions(in, out), Version.text());
          }
          case "call", "tools" -> {
            CallLine line = CallLine.parse(args[0], rest(args), here);
            return line.options().has("help")
                ? print(out, Topic.of(args[0]).orElseThrow().text())
                : CallCommand.run(line, in, out, here, Version.text());
          }
          case "demo" -> {
            return Demo.run(rest(args), out);
          }
          case "ps", "logs", "calls", "reload", "stop", "start", "rerun" -> {
            Options o = MonitoringCommand.parse(args[0], rest(args), here);
            if (o.has("help")) {
              return print(out, Topic.of(args[0]).orElseThrow().text());
            }
            Optional<Desk> desk = Desk.ours(out, err, here);
            return desk.isEmpty() ? 1 : MonitoringCommand.run(args[0], o, desk.get());
          }
          case "ui" -> {
            Options o = MonitoringCommand.parse(args[0], rest(args), here);
            return o.has("help") ? print(out, Topic.UI.text()) : UiCommand.run(o, out, here);
          }
          default -> {} // options, a URL or a program
        }
      }
      return session(args, in, new Patience.Output(out), here);
    } catch (UsageException e) {
      return mistake(e, args, err);
    }
  }

  /// Runs a session; or prints what a command line without a command asks for.
  ///
  /// @param out to the client
  /// @return the exit code
  private static int session(String[] args, InputStream in, OutputStream out, Surroundings here)
      throws UsageException {
    Options options = CommandLine.parse(args, here);
    Checks.notOfDoctor(options);
    if (options.has("help")) {
      return print(out, Help.of(options));
    }
    if (options.has("version")) {
      return version(List.of(), out);
    }
    if (Several.isMeant(options)) {
      return Several.run(options, in, out, here.terminal() || Terminal.isHere());
    }
    if (options.command().isEmpty() || options.command().getFirst().isEmpty()) {
      throw new UsageException(
          options.cli()
              ? "no program given: use `pitstop cli -- COMMAND [ARG...]`"
              : "no server given: use `pitstop -- COMMAND [ARG...]`, or `pitstop demo`");
    }
    Checks.of(options);
    if (!options.separated()) {
      OwnWords.check(options);
    }
    if (options.has("check")) {
      ToolsCheck.Report report = ToolsCheck.of(options);
      int failed = print(out, report.text());
      return failed == 0 ? report.code() : failed;
    }
    return Proxy.run(options, in, out);
  }

  private static int mistake(UsageException e, String[] args, PrintStream err) {
    err.println("pitstop: " + e.getMessage());
    err.println("Try `" + Help.pointer(args) + "`.");
    return USAGE;
  }

  private static boolean asksForHelp(String word) {
    return word.equals("--help") || word.equals("-h") || word.equals("help");
  }

  private static List<String> rest(String[] args) {
    return List.of(args).subList(1, args.length);
  }

  private static int version(List<String> rest, OutputStream out) throws UsageException {
    if (rest.size() == 1 && asksForHelp(rest.getFirst())) {
      return print(out, Help.front());
    }
    if (!rest.isEmpty()) {
      throw new UsageException("`pitstop version` takes no arguments");
    }
    return print(out, "pitstop " + Version.text() + "\n");
  }

  private static int print(OutputStream out, String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      return 0;
    } catch (IOException e) {
      return 1; // nobody reads stdout
    }
  }
}
