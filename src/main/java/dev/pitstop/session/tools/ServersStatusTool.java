package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.OpenCall;
import dev.pitstop.channel.RunKind;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.words.EndWords;
import dev.pitstop.session.words.HungCalls;
import dev.pitstop.session.words.RunsNow;
import dev.pitstop.session.words.ServersText;
import dev.pitstop.session.words.ToolDescriptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// `server_status` over many servers (A8). Shows one server in full. Without a name, it shows a
/// line for each.
final class ServersStatusTool implements Management.Tool {
  private final ServerChoice choice;
  private final PerServerTool one;

  /// @param make makes the tool for one server
  ServersStatusTool(ServerChoice choice, Function<Member, Management.Tool> make) {
    this.choice = choice;
    this.one = new PerServerTool(choice, StatusTool.described(), "server", make);
  }

  @Override
  public Management.Spec spec() {
    Management.Spec of = one.spec();
    return new Management.Spec(
        of.name(), ToolDescriptions.SERVERS_STATUS, of.inputSchema(), of.annotations());
  }

  @Override
  public void run(JsonObject given, ManagedCall call) {
    JsonObject arguments = ServerChoice.meant(given, "server");
    List<Snapshot> seen = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<RunKind> kinds = new ArrayList<>();
    List<String> beside = new ArrayList<>();
    List<String> hung = new ArrayList<>();
    choice.look(members -> {
      for (Member m : members.all()) {
        names.add(m.name());
        Snapshot s = m.backend().snapshot();
        seen.add(s);
        kinds.add(m.backend().kind());
        beside.add(RunsNow.beside(s));
        List<OpenCall> calls = m.backend().unanswered(HungCalls.LONG_MILLIS);
        hung.add(HungCalls.howLong(m.server().naming(), calls));
      }
    });
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
    for (int i = 0; i < seen.size(); i++) {
      text.append(text.isEmpty() ? "" : "\n");
      servers.add(inShort(names.get(i), kinds.get(i), seen.get(i), beside.get(i), text));
      text.append(ServersText.hung(hung.get(i)));
    }
    JsonObject o = new JsonObject();
    o.add("servers", servers);
    call.answer(text.toString(), o);
  }

  private static JsonObject inShort(
      String name, RunKind kind, Snapshot s, String beside, StringBuilder text) {
    JsonObject o = new JsonObject();
    o.addProperty("name", name);
    o.addProperty("state", s.state().word());
    text.append(ServersText.status(name, kind, s));
    s.newest().ifPresent(run -> StatusTool.process(run, text, o));
    text.append(beside).append(ServersText.load(kind, s));
    StatusTool.numbers(s, o);
    s.lastExit()
        .ifPresent(
            e -> o.addProperty("last_exit", "#" + e.number() + " " + EndWords.endAndStatus(e)));
    return o;
  }
}
