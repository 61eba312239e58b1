package dev.pitstop.install;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads Pitstop's own command line.
@FunctionalInterface
public interface CommandLines {
  /// @param words the words after `pitstop`
  /// @return empty if Pitstop would reject these words
  Optional<Line> read(List<String> words);

  /// A command line of Pitstop.
  ///
  /// @param values the values given for each option
  /// @param command the command or the URL of the server, or nothing; always the last of the words
  /// @param proxies whether it runs one server: not a program's tools, not many servers, and not a
  ///   command such as `demo`
  record Line(Map<String, List<String>> values, List<String> command, boolean proxies) {
    public Line {
      values = Map.copyOf(values);
      command = List.copyOf(command);
    }
  }
}
