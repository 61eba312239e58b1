package dev.pitstop.cli.help;

import dev.pitstop.cli.options.UsageException;
import java.util.List;

/// `pitstop completion SHELL`: prints the shell's completion script (U1).
public final class CompletionCommand {
  private CompletionCommand() {}

  /// @param rest the words after `completion`
  public static String script(List<String> rest) throws UsageException {
    String shell = rest.size() == 1 ? rest.getFirst() : "";
    return switch (shell) {
      case "bash" -> Completion.bash();
      case "zsh" -> Completion.zsh();
      case "fish" -> Completion.fish();
      default ->
          throw new UsageException(
              (shell.isEmpty()
                      ? "`pitstop completion` takes one shell"
                      : "there is no completion for `" + shell + "`")
                  + ": use `pitstop completion bash`, zsh or fish");
    };
  }
}
