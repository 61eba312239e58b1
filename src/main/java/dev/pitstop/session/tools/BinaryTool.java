package dev.pitstop.session.tools;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.BinaryInfo;
import dev.pitstop.project.Program;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.text.Words;
import java.nio.file.Files;
import java.util.Optional;
import java.util.function.Supplier;

/// `binary_info`.
record BinaryTool(SessionServer server, Command command, Executables executables)
    implements Management.Body {
  @Override
  public Supplier<Answer> run(Args args, ManagedCall call) {
    if (server.backend().kind().isDaemons()) {
      throw Refused.noProcess(server.backend());
    }
    server.causes().stale().refresh(server.monitor());
    Optional<BinaryInfo> found = BinaryInfo.of(command, executables);
    if (found.isPresent()) {
      Optional<String> sha256 = found.get().sha256();
      return () -> answer(found.get(), sha256);
    }
    Program program = ProgramFile.of(command, executables);
    return () -> without(program);
  }

  /// When the process was started, in milliseconds since 1970; empty if there is none.
  private Optional<Long> started() {
    return server.backend().snapshot().newest().map(r -> r.facts().startedMillis());
  }

  private Answer answer(BinaryInfo info, Optional<String> sha256) {
    boolean stale = started().filter(info::stale).isPresent();
    long age = System.currentTimeMillis() - info.mtimeMillis();
    return Answer.of(
        info.path()
            + Words.fill("\n{}, changed {} ago", Words.bytes(info.size()), Words.duration(age))
            + info.version().map(v -> "\nversion " + v).orElse("")
            + sha256.map(h -> "\nsha256 " + h).orElse("")
            + "\n"
            + running(stale)
            + server.causes().stale().line(server.backend(), server.naming().tools()),
        new JsonFacts()
            .with("path", info.path().toString())
            .with("size", info.size())
            .with("mtime_ms", info.mtimeMillis())
            .with("age_seconds", age / 1000)
            .with("version", info.version())
            .with("sha256", sha256)
            .with("stale", stale));
  }

  private String running(boolean stale) {
    OwnToolNames tools = server.naming().tools();
    boolean idle = started().isEmpty();
    return switch (server.backend().kind()) {
      case PROCESS, SESSION ->
          idle
              ? "The server is not running."
              : stale
                  ? "STALE: the running process started before the file changed"
                      + tools.call("recompile", "; {} starts the new one.", ".")
                  : "The running process is newer than the file.";
      case SCHEMA ->
          "Each call runs the current file. "
              + (idle
                  ? "Its tools have not been read yet."
                  : stale
                      ? "STALE: its tools were read before the file changed"
                          + tools.call("recompile", "; {} reads them again.", ".")
                      : "Its tools were read after the last change.");
    };
  }

  private Answer without(Program program) {
    String shown = "\nCommand: " + command.display();
    return switch (program) {
      case Program.Missing gone -> {
        boolean there = Files.exists(gone.file());
        JsonFacts facts = new JsonFacts().with("path", gone.file().toString());
        yield Answer.of(
            Words.MARK
                + gone.file()
                + (there
                    ? " is not an executable file."
                    : " is missing; a build may have removed it. It must be back before a process"
                        + " can start.")
                + shown,
            there ? facts : facts.with("missing", true));
      }
      case Program.Unknown nothing ->
          Answer.of(
              Words.MARK
                  + Words.fill(
                      "The command of server `{}` does not name a program file (an interpreter,"
                          + " shell, wrapper, package runner or build tool is not one), so Pitstop"
                          + " cannot tell whether the server is stale.",
                      server.backend().name())
                  + shown,
              new JsonFacts());
      case Program.Own there -> // the file appeared a moment ago
          throw new Refused(there.file() + " is being written right now.");
    };
  }
}
