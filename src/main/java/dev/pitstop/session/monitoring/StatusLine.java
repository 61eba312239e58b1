package dev.pitstop.session.monitoring;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.journal.Journal;
import dev.pitstop.mcp.Meta;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.front.Recorder;
import dev.pitstop.session.front.SessionFacts;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.StatusText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What a session is and how its servers are, as a line of JSON (`docs/journal.md`). Called in
/// turns of the monitor, unless a method says otherwise.
///
/// @param facts what the client has said
record StatusLine(About about, SessionFacts facts, Journal journal) {
  /// The line about the session alone, which begins a journal.
  JsonObject session() {
    JsonObject o = new JsonObject();
    o.addProperty("type", "session");
    about(o);
    return o;
  }

  private void about(JsonObject o) {
    o.addProperty("pid", ProcessHandle.current().pid());
    o.addProperty("version", about.version());
    o.addProperty("started", about.started());
    o.addProperty("directory", about.directory().toString());
    o.addProperty("command", about.command().get());
    JsonObject info = client();
    add(o, "client", text(info, "name"));
    add(o, "clientVersion", text(info, "version"));
  }

  /// The line with everything. Outside turns: it writes out all tools to count their bytes.
  ///
  /// @param servers called in a turn
  /// @param recorder counts the calls of each server
  /// @param witnesses what was seen of the servers, by name
  JsonObject status(
      Monitor monitor,
      Supplier<List<SessionServer>> servers,
      Recorder recorder,
      Map<String, JournalWitness> witnesses) {
    List<ListedTools> tools = new ArrayList<>();
    JsonObject line =
        monitor.inTurn(() -> status(monitor, servers.get(), recorder, witnesses, tools));
    tools.forEach(ListedTools::count);
    return line;
  }

  /// The tools of a server.
  ///
  /// @param server the part of the line that is about it
  private record ListedTools(JsonObject server, List<Entry> tools) {
    void count() {
      int bytes = tools.stream().mapToInt(t -> t.json().toString().length()).sum();
      server.addProperty("toolBytes", bytes);
    }
  }

  private JsonObject status(
      Monitor monitor,
      List<SessionServer> servers,
      Recorder recorder,
      Map<String, JournalWitness> witnesses,
      List<ListedTools> tools) {
    JsonObject o = new JsonObject();
    o.addProperty("type", "status");
    about(o);
    o.addProperty("calls", journal.calls());
    o.addProperty("last", journal.last());
    o.addProperty("journalBytes", journal.memory());
    JsonArray all = new JsonArray();
    for (SessionServer s : servers) {
      JsonObject one = server(s.backend());
      if (one.has("tools")) {
        tools.add(new ListedTools(one, s.backend().catalog().entries(Kind.TOOLS)));
      }
      one.addProperty("answered", recorder.ended(s.backend().name()));
      Optional.ofNullable(witnesses.get(s.backend().name()))
          .flatMap(JournalWitness::lastReload)
          .ifPresent(r -> one.add("lastReload", r));
      all.add(one);
    }
    o.add("servers", all);
    Stream<Backend> backends = servers.stream().map(SessionServer::backend);
    o.add("pending", JsonFacts.array(StatusText.pending(monitor, backends)));
    return o;
  }

  private static JsonObject server(Backend b) {
    Snapshot s = b.snapshot();
    JsonObject o = new JsonObject();
    o.addProperty("name", b.name());
    o.addProperty("kind", b.kind().name().toLowerCase(Locale.ROOT));
    o.addProperty("state", s.state().word());
    o.addProperty("word", b.kind().word());
    s.newest().ifPresent(run -> run(run, o));
    o.addProperty("inFlight", s.inFlight());
    o.addProperty("held", s.held());
    if (s.listed()) {
      o.addProperty("tools", s.catalog().entries(Kind.TOOLS).size());
    }
    o.addProperty("display", b.display());
    s.lastExit().ifPresent(e -> o.addProperty("lastEnd", "#" + e.number() + " " + EndWords.end(e)));
    return o;
  }

  private static void run(Run run, JsonObject o) {
    o.addProperty("run", run.number());
    run.facts().pid().ifPresent(pid -> o.addProperty("pid", pid));
    o.addProperty("since", System.currentTimeMillis() - run.uptimeMillis());
  }

  /// The client's name and version, which each era says elsewhere.
  private JsonObject client() {
    if (!facts.client().isEmpty()) {
      return parsed(facts.client());
    }
    Said said = facts.said();
    JsonObject legacy = member(parsed(said.initialize().orElse("{}")), "clientInfo");
    return legacy.isEmpty()
        ? member(parsed(facts.modernMeta().orElse("{}")), Meta.CLIENT_INFO)
        : legacy;
  }

  private static JsonObject parsed(String json) {
    return JsonParser.parseString(json) instanceof JsonObject o ? o : new JsonObject();
  }

  private static JsonObject member(JsonObject o, String name) {
    return o.get(name) instanceof JsonObject m ? m : new JsonObject();
  }

  private static String text(JsonObject o, String name) {
    return o.has(name) && o.get(name).isJsonPrimitive() ? o.get(name).getAsString() : "";
  }

  private static void add(JsonObject o, String name, String value) {
    if (!value.isEmpty()) {
      o.addProperty(name, value);
    }
  }
}
