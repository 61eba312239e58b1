package dev.pitstop.cli;

import java.io.FileOutputStream;
import java.util.List;

/// `pitstop completion SHELL`: prints the shell's completion script (U1).
final class CompletionCommand {
  private CompletionCommand() {}

  /// @param rest the words after `completion`
  /// @return the exit code: 0, or 1 if nobody reads `out`
  static int run(List<String> rest, FileOutputStream out) throws Options.UsageException {
    String shell = rest.size() == 1 ? rest.getFirst() : "";
    String script =
        switch (shell) {
          case "bash" -> Completion.bash();
          case "zsh" -> Completion.zsh();
          case "fish" -> Completion.fish();
          default ->
              throw new Options.UsageException(
                  (shell.isEmpty()
                          ? "`pitstop completion` takes one shell"
                          : "there is no completion for `" + shell + "`")
                      + ": use `pitstop completion bash`, zsh or fish");
        };
    return Main.print(out, script);
  }
}
