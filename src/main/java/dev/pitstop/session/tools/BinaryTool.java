package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.channel.RunKind;
import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.BinaryInfo;
import dev.pitstop.project.FileHashes;
import dev.pitstop.project.Program;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.BinaryText;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.KindWords;
import dev.pitstop.session.texts.LastSave;
import dev.pitstop.session.texts.OwnToolNames;
import java.nio.file.Files;
import java.util.Optional;

/// `binary_info`.
record BinaryTool(SessionServer server, Command command, Executables executables, FileHashes hashes)
    implements Management.Body {
  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    if (server.backend().kind().isDaemons()) {
      throw new Refused(KindWords.noProcess(server.backend()));
    }
    server.stale().refresh(server.monitor());
    Optional<BinaryInfo> found = BinaryInfo.of(command, executables, hashes);
    if (found.isPresent()) {
      server.monitor().turn(() -> answer(found.get(), call));
    } else {
      without(ProgramFile.of(command, executables), call);
    }
  }

  /// When the process was started, in milliseconds since 1970; empty if there is none.
  private Optional<Long> started() {
    return server.backend().snapshot().newest().map(r -> r.facts().startedMillis());
  }

  private void answer(BinaryInfo info, ManagedCall call) {
    OwnToolNames tools = server.naming().tools();
    RunKind kind = server.backend().kind();
    Optional<LastSave> newest = server.stale().newest(); // a part of the program
    Optional<Long> started = started();
    boolean replaced = started.filter(info::stale).isPresent();
    boolean stale = started.filter(t -> newest.filter(n -> n.millis() > t).isPresent()).isPresent();
    stale |= replaced;
    long age = System.currentTimeMillis() - info.mtimeMillis();
    String changed =
        replaced ? BinaryText.ITS_FILE : newest.map(n -> n.file().toString()).orElse("");
    String running =
        started.isEmpty()
            ? BinaryText.idle(kind)
            : stale ? BinaryText.stale(tools, kind, changed) : BinaryText.fresh(kind);
    call.answer(
        BinaryText.file(info, age)
            + server.stale().newestLine()
            + "\n"
            + running
            + server.stale().line(server.backend(), tools),
        new JsonFacts()
            .with("path", info.path().toString())
            .with("version", info.version())
            .with("size", info.size())
            .with("mtime_ms", info.mtimeMillis())
            .with("age_seconds", age / 1000)
            .with("sha256", info.sha256())
            .with("stale", stale));
  }

  /// Answers when there is no file whose age says anything about the running process.
  private void without(Program program, ManagedCall call) {
    Backend b = server.backend();
    switch (program) {
      case Program.Missing gone -> {
        boolean there = Files.exists(gone.file());
        boolean runs = server.monitor().inTurn(this::started).isPresent();
        JsonFacts facts = new JsonFacts().with("path", gone.file().toString());
        call.answer(
            there
                ? BinaryText.notExecutable(gone.file(), command.display())
                : BinaryText.missing(gone.file(), b.kind(), runs, command.display()),
            there ? facts : facts.with("missing", true));
      }
      case Program.Unknown nothing ->
          call.answer(BinaryText.unknown(b.name(), command.display()), new JsonFacts());
      case Program.Own there -> // the file appeared a moment ago
          call.fail(BinaryText.beingWritten(there.file()));
    }
  }
}
