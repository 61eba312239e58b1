package dev.pitstop.config;

import com.google.gson.JsonObject;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.KeyPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads an entry that comes from the agent, by the rules of the file. Relative paths start from
/// the working directory.
final class AddedEntry {
  private AddedEntry() {}

  /// @throws IllegalArgumentException saying what is wrong with it
  /// @return empty if it is disabled
  static Optional<ServerSpec> read(String name, JsonObject entry, EntryContext context) {
    Path here = context.directory().resolve(ConfigPlaces.NAMES.getFirst());
    String text = "{\"mcpServers\":{" + Json.quote(name) + ":" + entry + "}}";
    ConfigFile read = ConfigFile.parse(text, here, context);
    List<ConfigProblem> wrong =
        new ArrayList<>(); // a mistyped key comes first: it explains the rest
    read.warnings().stream().filter(w -> w.message().contains("unknown key")).forEach(wrong::add);
    wrong.addAll(read.problems());
    if (!wrong.isEmpty()) {
      List<String> each = new ArrayList<>();
      wrong.forEach(problem -> each.add(words(problem, name, each.isEmpty())));
      throw new IllegalArgumentException(String.join(" ", each));
    }
    Optional<ServerSpec> spec = read.entries().getFirst().spec();
    Optional<Path> directory = spec.map(s -> s.command().directory());
    if (directory.isPresent() && !Files.isDirectory(directory.get())) {
      throw new IllegalArgumentException("`cwd`: " + directory.get() + " is not a directory.");
    }
    return spec;
  }

  /// The problem without a position, because there is no file.
  ///
  /// @param inSentence whether the text continues a sentence
  private static String words(ConfigProblem problem, String name, boolean inSentence) {
    String key = problem.key();
    String prefix = KeyPath.ROOT.in("mcpServers").in(name).text();
    String inner = key.startsWith(prefix + ".") ? key.substring(prefix.length() + 1) : "";
    String message = Words.sentence(problem.message());
    if (!inner.isEmpty()) {
      return "`" + inner + "`: " + message;
    }
    return inSentence ? message : Character.toUpperCase(message.charAt(0)) + message.substring(1);
  }
}
