package dev.pitstop.cli;

import java.io.FileOutputStream;

/// `pitstop completion SHELL`: prints what the shell reads to complete Pitstop's command lines
/// (U1).
final class CompletionCommand {
  private CompletionCommand() {}

  /// @param args the whole command line
  /// @return the exit code: 0, or 1 if nobody reads `out`
  static int run(String[] args, FileOutputStream out) throws Options.UsageException {
    String shell = args.length == 2 ? args[1] : "";
    String script =
        switch (shell) {
          case "bash" -> Completion.bash();
          case "zsh" -> Completion.zsh();
          case "fish" -> Completion.fish();
          default ->
              throw new Options.UsageException(
                  (shell.isEmpty() ? "completion takes one word" : "no completion for " + shell)
                      + ": say `pitstop completion bash`, zsh or fish");
        };
    return Main.print(out, script);
  }
}
