package dev.pitstop.session.notices;

import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.catalog.Diff;
import dev.pitstop.session.texts.RunWords;
import dev.pitstop.text.Words;
import java.util.Optional;

/// The notice that the server was restarted, or was ready only after its lists were requested. It
/// says how the old run ended if the agent does not know. It also says what changed since the agent
/// was last told. If there is nothing else to say, it is one line of at most 25 tokens.
///
/// @param otherFile whether its file was changed since the old run began
public record RestartNotice(ReloadText server, Run now, boolean otherFile) {
  public static final String TAG = "restart";

  String text() {
    if (!server.told().isNews(now)) {
      return "";
    }
    Snapshot seen = server.backend().snapshot();
    // a run that ended by itself without a crash: it had never served, or was a daemon's session
    Optional<RunEnd> before =
        seen.previousEnd()
            .filter(end -> end.byItself() && (!end.served() || end.sessionLost()))
            .filter(end -> !server.told().knows(end));
    Optional<Diff> diff = server.told().untold(now);
    boolean same = diff.filter(Diff::isEmpty).isPresent() && server.told().whole();
    boolean first = seen.counts().isFirst(now);
    boolean kept = seen.previousEnd().filter(RunEnd::sessionLost).isPresent();
    String did =
        first
            ? now.kind().words("is running", "is connected", "has a new tool list")
            : now.kind()
                .words(
                    kept ? "has a new session" : "was restarted",
                    "was reconnected",
                    "has a new tool list");
    String files = server.told().causeOf(now);
    String run = now.kind().word() + " #" + now.number();
    return Words.MARK
        + Words.fill("Server `{}` {} ({})", server.backend().name(), did, run)
        + (files.isEmpty() ? "" : " because " + files + " changed")
        + (same ? ". Tools unchanged." : ".")
        + (otherFile ? RunWords.file(now) : "")
        + RunWords.replays(now)
        + server.ends(before)
        + (same ? "" : server.changes(diff));
  }
}
