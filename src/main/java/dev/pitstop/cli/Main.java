package dev.pitstop.cli;

import dev.pitstop.cli.demo.Demo;
import dev.pitstop.rpc.PatientInput;
import dev.pitstop.rpc.PatientOutput;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// The program: reads the command line and runs what it asks for.
public final class Main {
  private static final int USAGE = 2;

  private Main() {}

  /// Ends the process, with 0 after a session, 1 after an error of ours, 2 after a mistake on the
  /// command line.
  public static void main(String[] args) {
    InputStream in = new PatientInput(new FileInputStream(FileDescriptor.in));
    FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    int code = 1;
    try {
      code = run(args, in, out, System.err);
    } catch (Error | RuntimeException e) {
      System.err.println("pitstop: ended by an internal error: " + e);
    } finally {
      // halt, not exit: a reader that is blocked in stdin, or a signal's thread, must not hold us
      // up
      Runtime.getRuntime().halt(code);
    }
  }

  /// The program without its process.
  ///
  /// @return the exit code
  static int run(String[] args, InputStream in, FileOutputStream out, PrintStream err) {
    try {
      if (args.length > 0 && args[0].equals("completion")) {
        return CompletionCommand.run(args, out);
      }
      if (args.length > 0 && args[0].equals("install")) {
        return InstallCommand.run(List.of(args).subList(1, args.length), Shell.ours(in, out, err));
      }
      if (args.length > 0 && args[0].equals("uninstall")) {
        return UninstallCommand.run(
            List.of(args).subList(1, args.length), Shell.ours(in, out, err));
      }
      if (args.length > 0 && args[0].equals("doctor")) {
        return DoctorCommand.run(Arrays.copyOfRange(args, 1, args.length), out);
      }
      Options options = Options.parse(args);
      Checks.notOfDoctor(options);
      if (options.has("help") || options.asks("help")) {
        return print(out, Options.help());
      }
      if (options.has("version") || options.asks("version")) {
        return print(out, "pitstop " + version() + "\n");
      }
      if (Several.isMeant(options)) {
        return Several.run(options, in, new PatientOutput(out), err);
      }
      if (options.command().isEmpty() || options.command().getFirst().isEmpty()) {
        throw new Options.UsageException(
            options.cli()
                ? "no program given: say `pitstop cli -- COMMAND [ARG...]`"
                : "no server given: say `pitstop -- COMMAND [ARG...]`, or `pitstop demo`");
      }
      if (options.begins("demo")) {
        return Demo.run(options.command().subList(1, options.command().size()), out);
      }
      Checks.of(options);
      if (options.has("check")) {
        ToolsCheck.Report report = ToolsCheck.of(options);
        int failed = print(out, report.text());
        return failed == 0 ? report.code() : failed;
      }
      return Proxy.run(options, in, new PatientOutput(out), err);
    } catch (Options.UsageException e) {
      err.println("pitstop: " + e.getMessage());
      err.println("Try `pitstop --help`.");
      return USAGE;
    }
  }

  static int print(FileOutputStream out, String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      return 0;
    } catch (IOException e) {
      return 1; // nobody reads our stdout: there is no one to tell
    }
  }

  /// The version, from the build.
  static String version() {
    try (InputStream in = Main.class.getResourceAsStream("/dev/pitstop/version.txt")) {
      return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "unknown"; // a broken jar: the version is the least of its problems
    }
  }
}
