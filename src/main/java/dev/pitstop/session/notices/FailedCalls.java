package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.channel.Events;
import dev.pitstop.session.texts.Advice;
import dev.pitstop.session.texts.DaemonWords;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.HungCalls;
import dev.pitstop.session.texts.Naming;
import dev.pitstop.session.texts.NextSteps;
import dev.pitstop.session.texts.Refusals;
import dev.pitstop.session.texts.RunWords;
import dev.pitstop.session.texts.RunsNow;
import dev.pitstop.text.Words;

/// What a caller is told when its call gets no answer, and what to do next; with Pitstop's mark.
/// The text names the server, what was tried, how it ended, and the last lines of its stderr.
/// Called in turns of the monitor.
record FailedCalls(Naming naming, KnownCauses known, Backend b, Call c) {
  String text(Failure why) {
    Snapshot s = b.snapshot();
    return Words.MARK
        + switch (why) {
          case Failure.Lost l -> lost(s, l);
          case Failure.Down d -> down(s);
          case Failure.Late l ->
              Words.fill(
                      "{} waited {} for server `{}` and gave up: the server {}. ",
                      naming.what(c),
                      Words.duration(l.waitedMillis()),
                      b.name(),
                      RunsNow.clause(b.kind(), s))
                  + (c.deliveries() == 0 ? "The call did not reach it." : delivered())
                  + DaemonWords.started(b, naming.tools(), s)
                  + naming.tools().more(b, "server_status", "server_stderr")
                  + WhyDown.startWords(b, s)
                  + known.selfRestart().remark();
          case Failure.Unanswered u -> HungCalls.failure(naming, b, c, u);
          case Failure.TooManyHeld t ->
              refused(s, t.calls() + " calls already wait for it (the limit)");
          case Failure.NoRoom r ->
              refused(
                      s,
                      Words.fill(
                          "has not read or answered {} of messages (the limit is {})",
                          Words.bytes(r.keptBytes()),
                          Words.bytes(r.limitBytes())))
                  + naming
                      .tools()
                      .call("recompile", " If it hangs, {} " + NextSteps.reloads(b) + ".", "");
          case Failure.Defect d ->
              Words.fill(
                  "{} was not sent to server `{}`: internal error ({}). This is a bug in Pitstop.",
                  naming.what(c),
                  b.name(),
                  d.what());
          case Failure.DiedOfProbe p -> Refusals.noMethod(c.request().method());
          case Failure.Unusable u -> unusable(u.answer());
          case Failure.CutOff f -> cutOff(s, f);
          case Failure.Unfinished u -> unfinished(s, u);
        };
  }

  private String delivered() {
    return "The call was sent to the server"
        + (c.deliveries() > 1 ? " " + c.deliveries() + " times" : "")
        + b.kind()
            .words(
                ", which ended before it answered.",
                ", but the session ended before the answer.",
                ", but its process ended before it answered.");
  }

  private String lost(Snapshot s, Failure.Lost l) {
    RunEnd how = l.end();
    boolean removed = how.stopped().filter(r -> r == StopReason.REMOVED).isPresent();
    boolean answeredOnce = c.kind() == Call.Kind.ROUND; // its first round
    return Words.fill(
            "{} got no answer: server `{}` {} ({}).\n",
            naming.what(c),
            b.name(),
            removed ? EndWords.REMOVED : EndWords.end(how),
            RunWords.who(how))
        + (c.deliveries() == 0 && !answeredOnce
            ? "The call had not reached the server."
            : notRepeated(s, l, answeredOnce))
        + (how.byItself() ? causes(how) : "")
        + "\n"
        + NextSteps.of(naming.tools(), b, s);
  }

  private String notRepeated(Snapshot s, Failure.Lost l, boolean answeredOnce) {
    return switch (l.why()) {
      case MAY_HAVE_EFFECT ->
          answeredOnce && reads(s)
              ? "Only the run that asked the client can go on, so Pitstop did not repeat the call."
              : "The call was sent to the server and may have taken effect, so Pitstop did not"
                  + " repeat it.";
      case SENT_TWICE ->
          harmless(s)
              + ", so Pitstop sent it twice; "
              + (b.kind().isDaemons()
                  ? "the session was lost both times."
                  : "the server went down both times.");
      case STAYS_DOWN ->
          "The call was sent to the server. "
              + harmless(s)
              + ", but Pitstop did not repeat it: that would have restarted the server.";
    };
  }

  private String causes(RunEnd how) {
    return EndWords.lastWords(how)
        + known.stdoutWords().remark(b, how.number())
        + Advice.held(naming.tools(), b, how)
        + known.selfRestart().remark()
        + known.stale().line(b, naming.tools());
  }

  private String cutOff(Snapshot s, Failure.CutOff f) {
    return Words.fill("{} got no answer: server `{}` {}.\n", naming.what(c), b.name(), f.how())
        + switch (f.why()) {
          case MAY_HAVE_EFFECT ->
              "The call was sent to the server and may have taken effect, so Pitstop did not"
                  + " repeat it.";
          case SENT_TWICE -> harmless(s) + ", so Pitstop sent it twice, with the same result.";
          case STAYS_DOWN -> "The call was sent to the server.";
        };
  }

  private String harmless(Snapshot s) {
    boolean onlyIdempotent =
        s.catalog().tool(c.tool()).filter(t -> t.idempotentHint() && !t.readOnlyHint()).isPresent();
    return onlyIdempotent ? "The call may be repeated (`idempotentHint`)" : "The call only reads";
  }

  private String down(Snapshot s) {
    boolean removed = s.wanted() == Lifecycle.Wanted.REMOVED;
    String is = b.kind().words("is down", "is not available", "has not listed its tools");
    String text =
        naming.what(c)
            + (c.deliveries() == 0 ? " was not sent" : " got no answer")
            + Words.fill(": server `{}` {}.", b.name(), removed ? EndWords.REMOVED : is);
    if (removed) {
      return text + " " + NextSteps.of(naming.tools(), b, s);
    }
    if (c.deliveries() > 0) {
      text += " " + delivered() + " " + harmless(s);
      text += ", so Pitstop tried to repeat it, but the server did not come back.";
    }
    return text
        + WhyDown.text(b, s, naming.tools(), known)
        + "\n"
        + NextSteps.of(naming.tools(), b, s);
  }

  private String refused(Snapshot s, String why) {
    return Words.fill(
        "{} was not sent: server `{}` {} and {}. It takes new calls when some of them are done.",
        naming.what(c),
        b.name(),
        RunsNow.clause(b.kind(), s),
        why);
  }

  private String unusable(Events.Unusable what) {
    return switch (what) {
      case Events.Unusable.TooLong t ->
          Words.fill(
              "Pitstop withheld the answer of server `{}`: the message has {}; the limit is {}"
                  + " (--set maxMessage).",
              b.name(),
              Words.bytes(t.length()),
              Words.bytes(b.settings().maxMessageBytes()));
      case Events.Unusable.Refused r ->
          "Server `" + b.name() + "` refused the handshake: " + r.text();
      case Events.Unusable.Malformed m ->
          Words.fill(
                  "Server `{}` answered with invalid JSON-RPC ({}), so Pitstop withheld the"
                      + " answer:\n  {}\nThe call has probably taken effect. The server wrote the"
                      + " invalid line.",
                  b.name(),
                  m.detail(),
                  m.line().length() > 300 ? m.line().substring(0, 300) + " …" : m.line())
              + naming.tools().more(b, "server_stderr");
      case Events.Unusable.CutOff c -> "Server `" + b.name() + "` " + c.how() + ".";
    };
  }

  private boolean reads(Snapshot s) {
    return c.tool().isEmpty()
        || s.catalog().tool(c.tool()).filter(t -> t.readOnlyHint()).isPresent();
  }

  /// Why a call did not get beyond the questions of its server (docs/design/eras.md).
  private String unfinished(Snapshot s, Failure.Unfinished how) {
    String began = Words.fill("{} did not finish: server `{}` ", naming.what(c), b.name());
    return began
        + switch (how.why()) {
          case GONE -> gone(s, how.by().end().orElseThrow());
          case REFUSED ->
              "asked the client something, and the client refused: " + Words.sentence(how.detail());
          case TOO_MANY -> "asked the client ten times, and then again.";
          case NOTHING -> "answered `input_required` without a question and without a state.";
        };
  }

  private String gone(Snapshot s, RunEnd end) {
    return Words.fill(
            "asked the client something and {} ({}), before it got the answer.\n",
            EndWords.end(end),
            RunWords.who(end))
        + "Only the run that asked can go on, so Pitstop sent the answer to no other."
        + (reads(s) ? "" : " The call may have taken effect.")
        + (end.byItself() ? causes(end) : "")
        + '\n'
        + NextSteps.of(naming.tools(), b, s);
  }
}
