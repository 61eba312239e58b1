package dev.pitstop.session.tools;

import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.OpenCall;
import dev.pitstop.channel.RunKind;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.texts.HungCalls;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.RunsNow;
import dev.pitstop.session.texts.StatusText;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.function.Supplier;

/// `server_status` over many servers. Shows one server in full. Without a name, it shows a line for
/// each.
///
/// @param one shows one server
record ServersStatusTool(ServerChoice choice, Management.Body one) implements Management.Body {
  @Override
  public Supplier<Answer> run(Args args, ManagedCall call) {
    boolean named = !args.server("server").isEmpty();
    return named || choice.monitor().inTurn(() -> choice.members().all().size()) == 1
        ? one.run(args, call)
        : () -> choice.each(ServersStatusTool::line, List.of());
  }

  private static ServerChoice.Line line(Member m) {
    Snapshot s = m.backend().snapshot();
    RunKind kind = m.backend().kind();
    List<OpenCall> calls = m.backend().calls().unanswered(HungCalls.LONG_MILLIS);
    String text =
        Words.fill("`{}`: {}", m.name(), RunsNow.word(kind, s))
            + s.newest().map(StatusText::process).orElse("")
            + RunsNow.beside(s)
            + "; "
            + (kind.isDaemons()
                ? Words.count(s.counts().lost(), "session") + " lost; "
                : s.counts().crashed() + (s.counts().crashed() == 1 ? " crash; " : " crashes; "))
            + StatusText.load(s)
            + (calls.isEmpty() ? "" : ". " + HungCalls.open(m.server().naming(), calls));
    JsonFacts facts = new JsonFacts().with("name", m.name()).with("state", s.state().word());
    StatusTool.numbers(s, facts.of(s.newest(), StatusTool::process));
    facts.with("last_exit", s.lastExit().map(StatusTool::ended));
    return new ServerChoice.Line(text, facts);
  }
}
