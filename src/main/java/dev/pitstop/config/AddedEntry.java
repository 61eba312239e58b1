package dev.pitstop.config;

import com.google.gson.JsonObject;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.Jsonc;
import dev.pitstop.textedit.KeyPath;
import dev.pitstop.textedit.Mistake;
import dev.pitstop.textedit.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads an entry that comes from the agent, by the rules of the file. Relative paths start from
/// the working directory.
final class AddedEntry {
  private AddedEntry() {}

  /// @throws IllegalArgumentException saying what is wrong with it
  /// @return empty if it is disabled
  static Optional<ServerSpec> read(String name, JsonObject entry, EntryContext context) {
    String text = entry.toString();
    ConfigProblems found = new ConfigProblems(text, context.directory());
    Optional<ServerSpec> spec = Optional.empty();
    try {
      spec =
          EntryReader.read(
              new Node.Member(name, 0, 0, Jsonc.parse(text), true),
              name,
              KeyPath.ROOT,
              context.directory(),
              found,
              context);
    } catch (Mistake m) { // it is nested too deep
      found.problem(m.offset(), m.path(), m.message());
    }
    // A mistyped key comes first: it explains the rest.
    String wrong =
        Stream.concat(
                found.warnings().stream().filter(w -> w.message().contains("unknown key")),
                found.problems().stream())
            .map(AddedEntry::words)
            .collect(Collectors.joining(" Also: "));
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(wrong);
    }
    Optional<Path> directory = spec.map(s -> s.command().directory());
    if (directory.isPresent() && !Files.isDirectory(directory.get())) {
      throw new IllegalArgumentException("`cwd`: " + directory.get() + " is not a directory.");
    }
    return spec;
  }

  /// The problem without a position, because there is no file.
  private static String words(ConfigProblem problem) {
    return (problem.key().isEmpty() ? "" : "`" + problem.key() + "`: ")
        + Words.sentence(problem.message());
  }
}
