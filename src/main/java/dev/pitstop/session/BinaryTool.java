package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.process.Command;
import dev.pitstop.project.BinaryInfo;
import dev.pitstop.project.FileHashes;
import dev.pitstop.project.Program;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.text.Words;
import dev.pitstop.watch.Newer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `binary_info` (A7).
final class BinaryTool implements Management.Tool {
  /// @param started when the process was started, in milliseconds since 1970; -1 if there is none
  /// @param renew how to run the new file, if the process runs an old one: the end of a sentence
  /// @param old whether the file itself is older than its sources: sentences
  /// @param newest the part of the program that was changed last, if its own file is older
  private record Seen(
      long started,
      String renew,
      Optional<String> old,
      Optional<Newer> newest,
      String newestLine) {}

  private final SessionServer server;
  private final Command command;
  private final FileHashes hashes = new FileHashes();

  BinaryTool(SessionServer server, Command command) {
    this.server = server;
    this.command = command;
  }

  @Override
  public Management.Spec spec() {
    return described();
  }

  static Management.Spec described() {
    return new Management.Spec(
        "binary_info",
        "Shows the file the server runs: path, version, size, age, hash; whether the process is older.",
        Management.Spec.NO_ARGUMENTS,
        Management.Spec.READS);
  }

  private String renews() {
    return switch (server.backend().kind()) {
      case PROCESS, SESSION -> "starts the new one";
      case SCHEMA -> "reads them again";
    };
  }

  private Seen look() {
    return new Seen(
        server.backend().snapshot().newest().map(r -> r.facts().startedMillis()).orElse(-1L),
        server.wording().tools().call("recompile", "; {} " + renews() + ".", "."),
        server.stale().sentences(server.backend(), server.wording().tools()),
        server.stale().newest(),
        server.stale().newestLine());
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    server.stale().refresh(server.monitor());
    List<Seen> looked = new ArrayList<>();
    server.monitor().turn(Monitor.By.OTHER, () -> looked.add(look()));
    Seen seen = looked.getFirst();
    Optional<BinaryInfo> found = BinaryInfo.of(command, hashes);
    if (found.isEmpty()) {
      without(ProgramFile.of(command), seen.started() >= 0, call);
      return;
    }
    BinaryInfo info = found.get();
    long age = System.currentTimeMillis() - info.mtimeMillis();
    boolean runs = seen.started() >= 0;
    boolean replaced = runs && info.stale(seen.started());
    boolean part =
        runs && seen.newest().filter(n -> n.changedMillis() > seen.started()).isPresent();
    boolean stale = replaced || part;
    JsonObject facts = new JsonObject();
    facts.addProperty("path", info.path().toString());
    info.version().ifPresent(v -> facts.addProperty("version", v));
    facts.addProperty("size", info.size());
    facts.addProperty("mtime_ms", info.mtimeMillis());
    facts.addProperty("age_seconds", age / 1000);
    info.sha256().ifPresent(h -> facts.addProperty("sha256", h));
    facts.addProperty("stale", stale);
    String newest =
        replaced ? "the file" : seen.newest().map(n -> n.newest().toString()).orElse("");
    String running =
        !runs
            ? switch (server.backend().kind()) {
              case PROCESS, SESSION -> "The server is not running.";
              case SCHEMA -> "Each call runs the current file. Its tools have not been read yet.";
            }
            : switch (server.backend().kind()) {
              case PROCESS, SESSION ->
                  stale
                      ? "STALE: the running process started before "
                          + newest
                          + " changed"
                          + seen.renew()
                      : "The running process is newer than the file.";
              case SCHEMA ->
                  "Each call runs the current file. "
                      + (stale
                          ? "STALE: its tools were read before "
                              + newest
                              + " changed"
                              + seen.renew()
                          : "Its tools were read after the last change.");
            };
    call.answer(
        info.path()
            + info.version().map(v -> "\nversion " + v).orElse("")
            + "\n"
            + Words.bytes(info.size())
            + ", changed "
            + Words.duration(age)
            + " ago"
            + info.sha256().map(h -> "\nsha256 " + h).orElse("")
            + seen.newestLine()
            + "\n"
            + running
            + seen.old().map(o -> "\nOut of date: " + o).orElse(""),
        facts);
  }

  /// Answers if there is no file whose age says anything about the running process.
  private void without(Program program, boolean running, ManagedCall call) {
    String run = "\nCommand: " + command.display();
    JsonObject facts = new JsonObject();
    switch (program) {
      case Program.Missing gone -> {
        facts.addProperty("path", gone.file().toString());
        if (Files.exists(gone.file())) {
          call.answer(Words.MARK + gone.file() + " is not an executable file." + run, facts);
          return;
        }
        facts.addProperty("missing", true);
        call.answer(
            Words.MARK
                + gone.file()
                + " is missing; a build may have removed it."
                + switch (server.backend().kind()) {
                  case PROCESS, SESSION ->
                      running
                          ? " The running server started from an earlier file and cannot restart until"
                              + " the file is back."
                          : " The server cannot start until the file exists.";
                  case SCHEMA -> " No call can run until the file exists.";
                }
                + run,
            facts);
      }
      case Program.Unknown nothing ->
          call.answer(
              Words.MARK
                  + "The command of server `"
                  + server.backend().name()
                  + "` does not name a program file (an interpreter, shell, wrapper, package runner"
                  + " or build tool is not one), so Pitstop cannot tell whether the server is stale."
                  + run,
              facts);
      case Program.Own there -> // it appeared this moment
          call.fail(Words.MARK + there.file() + " is being written right now.");
    }
  }
}
