package dev.pitstop.session.watching;

import dev.pitstop.hub.Description;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.Guess;
import dev.pitstop.project.Guesses;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.told.Notices;
import dev.pitstop.session.words.OwnToolNames;
import dev.pitstop.session.words.WatchText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Proposes the `--build` and `--watch` of a server that was given no option at all (U3): once in
/// the log, and beside the first notice for the agent, but never as a notice of its own. While
/// nothing happens to the server, its answers pass unchanged. A file beside the remembered
/// descriptions records that a proposal was made for the project.
///
/// It does not delay the start. It begins [#DELAY_MILLIS] later, on a thread of its own.
///
/// @param memory the directory of remembered descriptions
public record Proposal(
    Path memory,
    Command command,
    Executables executables,
    Notices notices,
    OwnToolNames tools,
    Monitor monitor,
    Log log)
    implements Runnable {
  public static final long DELAY_MILLIS = 1_000;

  /// The file's content once the agent has been told. If the file is empty, only the log has the
  /// proposal.
  private static final String TOLD = "told";

  /// Looks, and proposes. Reads files: do not call it in a turn.
  @Override
  public void run() {
    try {
      Optional<Guess> guess =
          Guesses.of(
              Optional.of(command.directory().normalize()),
              command.argv(),
              ProgramFile.of(command, executables).path());
      if (guess.isPresent()) {
        propose(guess.get());
      }
    } catch (IOException | RuntimeException e) {
      log.debug("proposal", "why", String.valueOf(e.getMessage())); // the session does not need it
    }
  }

  private void propose(Guess guess) throws IOException {
    Path file = Description.file(memory, guess.project().toString(), ".proposed");
    if (Files.exists(file) && Files.size(file) > 0) {
      return;
    }
    Files.createDirectories(memory);
    try {
      Files.createFile(file);
      log.info("proposal", "options", guess.options(), "seen", guess.reason());
    } catch (FileAlreadyExistsException logged) {
      // an earlier session ended before the agent was told anything
    }
    monitor.turn(() -> notices.beside(WatchText.proposal(guess, tools), () -> remember(file)));
  }

  /// Records that the agent has been told. Called in a turn, so the file is written outside it.
  private void remember(Path file) {
    Thread.ofPlatform()
        .daemon()
        .name("proposal")
        .start(() -> {
          try {
            Files.writeString(file, TOLD);
          } catch (IOException e) {
            log.debug("proposal", "why", String.valueOf(e.getMessage())); // it is told once more
          }
        });
  }
}
