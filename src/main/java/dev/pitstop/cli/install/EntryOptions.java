package dev.pitstop.cli.install;

import dev.pitstop.cli.options.CommandLine;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.install.Client;
import dev.pitstop.install.ClientFile;
import dev.pitstop.install.OptionWords;
import dev.pitstop.install.Server;
import dev.pitstop.install.Wrapping;
import dev.pitstop.project.Guess;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Writes options into the entry of a client's file that runs this Pitstop. That is the only entry
/// with the same command and the same other options; if there are several or none, Pitstop cannot
/// know, and says what to write.
public final class EntryOptions {
  private record Found(
      ClientTarget target, ClientFile file, List<String> path, Server.Wrapped at) {}

  private static final String ENTRY = "`{}` of {}";

  private EntryOptions() {}

  /// Saves the options. Reads and writes files.
  ///
  /// @param present the options of this Pitstop
  /// @param set by the name without dashes; an option without values is removed
  /// @return a sentence that says where, or what to write instead
  /// @throws IOException saying why the file could not be written
  public static String save(Options present, Map<String, List<String>> set, Shell shell)
      throws IOException {
    List<Found> found =
        Stream.of(Client.values())
            .flatMap(client -> ClientTarget.all(client, shell).stream())
            .flatMap(target -> entries(target, shell))
            .filter(f -> runs(f.at(), present, set))
            .toList();
    if (found.size() != 1) {
      List<String> files =
          found.stream()
              .map(f ->
                  Words.fill(ENTRY, f.path().getLast(), InstallTexts.heading(f.target(), shell)))
              .toList();
      String why =
          files.isEmpty()
              ? "Pitstop does not know which file started it"
              : Words.listed(files, "and") + " have this command";
      String options = Guess.options(set);
      return Words.fill(
          "Not saved: {}. {}.",
          why,
          options.isEmpty()
              ? "Take this option out of Pitstop's command: --" + String.join(", --", set.keySet())
              : "Write before the server's command: " + options);
    }
    Found here = found.getFirst();
    List<String> options = OptionWords.with(here.at().options(), set);
    try {
      ClientFile after =
          here.file().wrap(Map.of(here.path(), new Wrapping.How(here.at().launcher(), options)));
      here.target().write(here.file().text(), after.text(), shell);
    } catch (Refusal e) {
      throw new IOException(e.getMessage(), e);
    }
    return Words.fill(
        "Saved in the entry " + ENTRY + ".",
        here.path().getLast(),
        InstallTexts.heading(here.target(), shell));
  }

  /// Whether an entry runs this command with these options, apart from those that are set.
  private static boolean runs(Server.Wrapped w, Options present, Map<String, List<String>> set) {
    List<String> words = new ArrayList<>(w.options());
    words.addAll(w.command());
    try {
      Options there = CommandLine.parse(Optional.empty(), words, present.surroundings());
      return there.command().equals(present.command())
          && without(there.values(), set).equals(without(present.values(), set));
    } catch (UsageException e) {
      return false; // it is for another version of Pitstop
    }
  }

  private static Map<String, List<String>> without(
      Map<String, List<String>> values, Map<String, List<String>> names) {
    Map<String, List<String>> left = new LinkedHashMap<>(values);
    left.keySet().removeAll(names.keySet());
    return left;
  }

  private static Stream<Found> entries(ClientTarget target, Shell shell) {
    try {
      ClientFile file = target.read(shell);
      return file.servers().stream()
          .flatMap(each ->
              each.server() instanceof Server.Wrapped w
                  ? Stream.of(new Found(target, file, each.path(), w))
                  : Stream.of());
    } catch (Refusal e) {
      return Stream.of(); // a file that cannot be read is not the one that started this session
    }
  }
}
