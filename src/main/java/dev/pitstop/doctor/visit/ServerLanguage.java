package dev.pitstop.doctor.visit;

import dev.pitstop.process.Command;
import dev.pitstop.process.Interpreters;
import dev.pitstop.project.Language;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Guesses the language of a server from its command, or from the file that it runs. Reads the
/// beginning of that file.
final class ServerLanguage {
  private ServerLanguage() {}

  /// @param environment its `PATH` finds the program
  static Language of(Command command, Map<String, String> environment) {
    Language byWords = of(command.argv());
    Optional<Path> file =
        byWords == Language.OTHER ? Programs.file(command, environment) : Optional.empty();
    return file.map(ServerLanguage::ofFile).orElse(byWords);
  }

  /// The language by the first word that tells. A word of a shell's line counts too.
  static Language of(List<String> argv) {
    for (String word : String.join(" ", argv).toLowerCase(Locale.ROOT).split("\\s+")) {
      Language byTool = Language.ofTool(Interpreters.baseName(word));
      int dot = word.lastIndexOf('.');
      Language language =
          byTool == Language.OTHER && dot >= 0
              ? Language.ofEnding(word.substring(dot + 1))
              : byTool;
      if (language != Language.OTHER) {
        return language;
      }
    }
    return Language.OTHER;
  }

  /// The language by the extension of the file, or by its first line.
  private static Language ofFile(Path file) {
    Language byName = of(List.of(file.toString()));
    if (byName != Language.OTHER) {
      return byName;
    }
    try (InputStream in = Files.newInputStream(file)) {
      String head = new String(in.readNBytes(200), StandardCharsets.ISO_8859_1);
      int end = head.indexOf('\n');
      if (!head.startsWith("#!") || end < 0) {
        return Language.OTHER;
      }
      Language byLine = of(List.of(head.substring(2, end).strip().split("\\s+")));
      return byLine == Language.OTHER && head.substring(0, end).contains("sh")
          ? Language.SHELL
          : byLine;
    } catch (IOException e) {
      return Language.OTHER; // an executable file need not be readable
    }
  }
}
