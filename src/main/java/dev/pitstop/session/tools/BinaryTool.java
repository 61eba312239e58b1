package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.channel.RunKind;
import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.BinaryInfo;
import dev.pitstop.project.FileHashes;
import dev.pitstop.project.Program;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.BinaryText;
import dev.pitstop.session.texts.LastSave;
import dev.pitstop.session.texts.ToolDescriptions;
import java.nio.file.Files;
import java.util.Optional;

/// `binary_info`.
record BinaryTool(SessionServer server, Command command, Executables executables, FileHashes hashes)
    implements Management.Tool {
  static final Management.Spec SPEC =
      new Management.Spec(
          "binary_info",
          ToolDescriptions.BINARY_INFO,
          Management.Spec.NO_ARGUMENTS,
          Management.Spec.READS);

  /// @param started when the process was started, in milliseconds since 1970; -1 if there is none
  /// @param renew how to run the new file, if the process runs an old one: the end of a sentence
  /// @param old whether the file itself is older than its sources: sentences
  /// @param newest the part of the program that was changed last, if its own file is older
  private record FileNow(
      long started,
      String renew,
      Optional<String> old,
      Optional<LastSave> newest,
      String newestLine) {}

  @Override
  public Management.Spec spec() {
    return SPEC;
  }

  private FileNow look() {
    return new FileNow(
        server.backend().snapshot().newest().map(r -> r.facts().startedMillis()).orElse(-1L),
        BinaryText.renews(server.naming().tools(), server.backend().kind()),
        server.stale().sentences(server.backend(), server.naming().tools()),
        server.stale().newest(),
        server.stale().newestLine());
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    server.stale().refresh(server.monitor());
    FileNow seen = server.monitor().inTurn(this::look);
    Optional<BinaryInfo> found = BinaryInfo.of(command, executables, hashes);
    if (found.isEmpty()) {
      without(ProgramFile.of(command, executables), seen.started() >= 0, call);
      return;
    }
    BinaryInfo info = found.get();
    long age = System.currentTimeMillis() - info.mtimeMillis();
    boolean runs = seen.started() >= 0;
    boolean replaced = runs && info.stale(seen.started());
    boolean part = runs && seen.newest().filter(n -> n.millis() > seen.started()).isPresent();
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
        replaced ? BinaryText.ITS_FILE : seen.newest().map(n -> n.file().toString()).orElse("");
    RunKind kind = server.backend().kind();
    String running =
        !runs
            ? BinaryText.idle(kind)
            : stale ? BinaryText.stale(kind, newest, seen.renew()) : BinaryText.fresh(kind);
    call.answer(
        BinaryText.file(info, age)
            + seen.newestLine()
            + "\n"
            + running
            + seen.old().map(BinaryText::outOfDate).orElse(""),
        facts);
  }

  /// Answers when there is no file whose age says anything about the running process.
  private void without(Program program, boolean running, ManagedCall call) {
    JsonObject facts = new JsonObject();
    switch (program) {
      case Program.Missing gone -> {
        facts.addProperty("path", gone.file().toString());
        if (Files.exists(gone.file())) {
          call.answer(BinaryText.notExecutable(gone.file(), command.display()), facts);
          return;
        }
        facts.addProperty("missing", true);
        RunKind kind = server.backend().kind();
        call.answer(BinaryText.missing(gone.file(), kind, running, command.display()), facts);
      }
      case Program.Unknown nothing ->
          call.answer(BinaryText.unknown(server.backend().name(), command.display()), facts);
      case Program.Own there -> // the file appeared a moment ago
          call.fail(BinaryText.beingWritten(there.file()));
    }
  }
}
