package dev.pitstop.cli;

import dev.pitstop.cli.call.CallCommand;
import dev.pitstop.cli.demo.Demo;
import dev.pitstop.cli.help.Completion;
import dev.pitstop.cli.help.Help;
import dev.pitstop.cli.install.InstallCommand;
import dev.pitstop.cli.install.Shell;
import dev.pitstop.cli.install.UninstallCommand;
import dev.pitstop.cli.monitoring.Desk;
import dev.pitstop.cli.monitoring.MonitoringCommand;
import dev.pitstop.cli.options.CommandLine;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
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
      if (args.length > 0 && args[0].equals("version")) {
        return print(out, args.length > 1 && asksForHelp(args[1]) ? Help.front() : version());
      }
      if (args.length > 0 && args[0].equals("__complete")) { // for the scripts of `completion`
        return print(out, String.join("\n", Completion.of(rest(args))) + "\n");
      }
      if (args.length == 2 && args[0].equals("cli") && asksForHelp(args[1])) {
        return print(out, Help.page("cli"));
      }
      Optional<Verb> verb =
          args.length == 0 || args[0].startsWith("-") ? Optional.empty() : Verb.of(args[0]);
      if (verb.isPresent()) {
        return command(verb.get(), rest(args), in, out, here);
      }
      return session(args, in, new Patience.Output(out), here);
    } catch (UsageException e) {
      return mistake(e, args, err);
    } catch (Refusal e) {
      err.println("pitstop: " + e.getMessage());
      return e.code;
    } catch (IOException e) {
      err.println("pitstop: " + e);
      return 1;
    } catch (InterruptedException e) {
      return 1; // nobody interrupts this thread
    }
  }

  /// Runs one of Pitstop's commands.
  ///
  /// @param words after it
  /// @return the exit code
  private static int command(
      Verb verb, List<String> words, InputStream in, FileOutputStream out, Surroundings here)
      throws IOException, Refusal, UsageException, InterruptedException {
    int dashes = words.indexOf("--");
    List<String> own = dashes < 0 ? words : words.subList(0, dashes);
    boolean option = own.contains("--help") || own.contains("-h");
    boolean alone = words.size() == 1 && asksForHelp(words.getFirst());
    // `call TOOL --help` is about the tool
    if (verb != Verb.HELP && (alone || (option && verb != Verb.CALL))) {
      return print(out, Help.page(verb.word()));
    }
    return switch (verb) {
      case HELP -> print(out, Help.of(words));
      case DEMO -> Demo.run(words, out, here, Help.version());
      case COMPLETION -> print(out, Completion.script(words));
      case INSTALL -> InstallCommand.run(words, Shell.of(out, here));
      case UNINSTALL -> UninstallCommand.run(words, Shell.of(out, here));
      case DOCTOR -> DoctorCommand.run(CommandLine.parse(Optional.of(verb), words, here), out);
      case REPLAY -> ReplayCommand.run(words, out, here, Help.version());
      case CALL -> CallCommand.run(words, in, out, here, Help.version());
      case UI -> UiCommand.run(verb.parse(words, here), out, here);
      case PS, LOGS, CALLS, RELOAD, STOP, RERUN ->
          MonitoringCommand.run(verb, verb.parse(words, here), Desk.ours(out, here));
    };
  }

  /// Runs a session; or prints what a command line without a command asks for.
  ///
  /// @param out to the client
  /// @return the exit code
  private static int session(String[] args, InputStream in, OutputStream out, Surroundings here)
      throws UsageException {
    Options options = CommandLine.parse(Optional.empty(), List.of(args), here);
    if (options.has("help")) {
      return print(out, Help.of(options));
    }
    if (options.has("version")) {
      return print(out, version());
    }
    return SessionCommand.run(options, in, out);
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

  private static String version() {
    return "pitstop " + Help.version() + "\n";
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
