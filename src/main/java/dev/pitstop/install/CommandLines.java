package dev.pitstop.install;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How Pitstop reads its own command line.
@FunctionalInterface
public interface CommandLines {
  /// @param words what stands behind `pitstop`
  /// @return empty if these words would be refused
  Optional<Line> read(List<String> words);

  /// @param values what is given for each option
  /// @param command what Pitstop runs, a URL alone, or nothing; always the last of the words
  /// @param proxies whether it runs one server: neither tools out of a program, nor many servers,
  ///   nor a word of our own such as `demo`
  record Line(Map<String, List<String>> values, List<String> command, boolean proxies) {
    public Line {
      values = Map.copyOf(values);
      command = List.copyOf(command);
    }
  }
}
