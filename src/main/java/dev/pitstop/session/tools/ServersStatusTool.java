package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.OpenCall;
import dev.pitstop.channel.RunKind;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.texts.HungCalls;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.RunsNow;
import dev.pitstop.session.texts.StatusText;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;

/// `server_status` over many servers. Shows one server in full. Without a name, it shows a line for
/// each.
///
/// @param one shows one server
record ServersStatusTool(ServerChoice choice, Management.Body one) implements Management.Body {
  @Override
  public void run(JsonObject given, ManagedCall call) {
    boolean named = ServerChoice.meant(given, "server").has("server");
    if (named || choice.monitor().inTurn(() -> choice.members().all().size()) == 1) {
      one.run(given, call);
    } else {
      choice.monitor().turn(() -> each(call));
    }
  }

  private void each(ManagedCall call) {
    List<String> pending = choice.pending();
    List<String> lines = new ArrayList<>();
    JsonArray servers = new JsonArray();
    for (Member m : choice.members().all()) {
      Snapshot s = m.backend().snapshot();
      RunKind kind = m.backend().kind();
      List<OpenCall> calls = m.backend().calls().unanswered(HungCalls.LONG_MILLIS);
      lines.add(
          Words.fill("`{}`: {}", m.name(), RunsNow.word(kind, s))
              + s.newest().map(StatusText::process).orElse("")
              + RunsNow.beside(s)
              + "; "
              + (kind.isDaemons()
                  ? Words.count(s.counts().lost(), "session") + " lost; "
                  : s.counts().crashed() + (s.counts().crashed() == 1 ? " crash; " : " crashes; "))
              + StatusText.load(s)
              + (calls.isEmpty() ? "" : ". " + HungCalls.open(m.server().naming(), calls)));
      JsonFacts facts = new JsonFacts().with("name", m.name()).with("state", s.state().word());
      StatusTool.numbers(s, facts.of(s.newest(), StatusTool::process));
      servers.add(facts.with("last_exit", s.lastExit().map(StatusTool::ended)).json());
    }
    if (lines.isEmpty()) {
      call.answer(choice.none());
      return;
    }
    call.answer(
        String.join("\n", lines) + StatusText.pending(pending),
        new JsonFacts().with("servers", servers).some("pending", pending));
  }
}
