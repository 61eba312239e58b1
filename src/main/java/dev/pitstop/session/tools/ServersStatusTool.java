package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.OpenCall;
import dev.pitstop.channel.RunKind;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.HungCalls;
import dev.pitstop.session.texts.RunsNow;
import dev.pitstop.session.texts.ServersText;
import dev.pitstop.session.texts.StatusText;
import dev.pitstop.session.texts.ToolDescriptions;
import java.util.List;

/// `server_status` over many servers. Shows one server in full. Without a name, it shows a line for
/// each.
///
/// @param one shows one server
record ServersStatusTool(PerServerTool one) implements Management.Tool {
  /// What one server does.
  private record Seen(String name, RunKind kind, Snapshot now, String beside, String hung) {}

  @Override
  public Management.Spec spec() {
    Management.Spec of = one.spec();
    return new Management.Spec(
        of.name(), ToolDescriptions.SERVERS_STATUS, of.inputSchema(), of.annotations());
  }

  @Override
  public void run(JsonObject given, ManagedCall call) {
    JsonObject arguments = ServerChoice.meant(given, "server");
    ServerChoice choice = one.choice();
    List<String> pending = choice.monitor().inTurn(choice::pending);
    List<Seen> seen =
        choice
            .monitor()
            .inTurn(() -> choice.members().all().stream().map(ServersStatusTool::seen).toList());
    if (seen.isEmpty() && !arguments.has("server")) {
      call.answer(choice.none());
      return;
    }
    if (arguments.has("server") || seen.size() < 2) {
      one.run(arguments, call);
      return;
    }
    StringBuilder text = new StringBuilder();
    JsonArray servers = new JsonArray();
    for (Seen each : seen) {
      text.append(text.isEmpty() ? "" : "\n");
      servers.add(inShort(each, text));
    }
    JsonObject o = new JsonObject();
    o.add("servers", servers);
    text.append(StatusText.pending(pending, o));
    call.answer(text.toString(), o);
  }

  private static Seen seen(Member m) {
    Snapshot now = m.backend().snapshot();
    List<OpenCall> calls = m.backend().unanswered(HungCalls.LONG_MILLIS);
    String hung = HungCalls.howLong(m.server().naming(), calls);
    return new Seen(m.name(), m.backend().kind(), now, RunsNow.beside(now), hung);
  }

  private static JsonObject inShort(Seen of, StringBuilder text) {
    Snapshot s = of.now();
    JsonObject o = new JsonObject();
    o.addProperty("name", of.name());
    o.addProperty("state", s.state().word());
    text.append(ServersText.status(of.name(), of.kind(), s));
    s.newest().ifPresent(run -> StatusTool.process(run, text, o));
    text.append(of.beside()).append(ServersText.load(of.kind(), s));
    text.append(ServersText.hung(of.hung()));
    StatusTool.numbers(s, o);
    s.lastExit()
        .ifPresent(
            e -> o.addProperty("last_exit", "#" + e.number() + " " + EndWords.endAndStatus(e)));
    return o;
  }
}
