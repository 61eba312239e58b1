package dev.pitstop.session.tools;

import dev.pitstop.backend.Backend;
import dev.pitstop.process.StderrRing;
import java.util.List;
import java.util.function.Supplier;

/// `server_stderr`.
record StderrTool(Backend backend) implements Management.Body {
  @Override
  public Supplier<Answer> run(Args args, ManagedCall call) {
    int most = args.number("lines", 50, 1000);
    boolean sinceSpawn = args.flag("since_spawn", false);
    StderrRing ring = backend.ring();
    List<String> lines = ring.tail(most, sinceSpawn);
    String since =
        sinceSpawn && ring.newest().isPresent()
            ? " since its last start (spawn #" + ring.newest().getAsInt() + ")."
            : ".";
    String nothing =
        backend.kind().isDaemons()
            ? "Pitstop reads the stderr of a daemon only if it started the daemon (`--start`)."
            : "The server wrote nothing to stderr" + since;
    Answer answer = Answer.of(lines.isEmpty() ? nothing : String.join("\n", lines));
    return () -> answer;
  }
}
