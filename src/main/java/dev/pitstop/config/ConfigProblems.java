package dev.pitstop.config;

import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Position;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The problems and warnings from reading a file.
public final class ConfigProblems {
  private final String text;
  private final Path file;
  private final List<ConfigProblem> problems = new ArrayList<>();
  private final List<ConfigProblem> warnings = new ArrayList<>();

  public ConfigProblems(String text, Path file) {
    this.text = text;
    this.file = file;
  }

  /// How many problems there are so far.
  public int count() {
    return problems.size();
  }

  void problem(int offset, KeyPath path, String message) {
    problems.add(found(offset, path, message));
  }

  void warning(int offset, KeyPath path, String message) {
    warnings.add(found(offset, path, message));
  }

  Position position(int offset) {
    return Position.of(text, offset);
  }

  public List<ConfigProblem> problems() {
    return inOrder(problems);
  }

  List<ConfigProblem> warnings() {
    return inOrder(warnings);
  }

  /// In the file's order.
  private static List<ConfigProblem> inOrder(List<ConfigProblem> found) {
    Comparator<Position> order =
        Comparator.comparingInt(Position::line).thenComparingInt(Position::column);
    return found.stream().sorted(Comparator.comparing(p -> p.at().orElseThrow(), order)).toList();
  }

  ConfigProblem found(int offset, KeyPath path, String message) {
    return new ConfigProblem(file, Optional.of(position(offset)), path.text(), message);
  }
}
