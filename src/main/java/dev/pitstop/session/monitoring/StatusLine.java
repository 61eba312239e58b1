package dev.pitstop.session.monitoring;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.facts.Own;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.journal.Journal;
import dev.pitstop.mcp.Meta;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.session.front.Recorder;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.StatusText;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What a session is and how its servers are, as a line of JSON (`docs/reference.md`). Called in
/// turns of the monitor, unless a method says otherwise.
///
/// @param recorder counts the calls of each server
/// @param witnesses what was seen of the servers, by name
record StatusLine(
    About about, Wiring wiring, Recorder recorder, Map<String, JournalWitness> witnesses) {
  /// The line about the session alone, which begins a journal.
  JsonObject session() {
    return about("session").json();
  }

  private JsonFacts about(String type) {
    JsonLine client = client();
    return new JsonFacts()
        .with("type", type)
        .with("pid", ProcessHandle.current().pid())
        .with("version", about.version())
        .with("started", about.started())
        .with("directory", about.directory().toString())
        .with("command", about.command().get())
        .with("client", text(client, "name"))
        .with("clientVersion", text(client, "version"));
  }

  /// The line with everything. Outside turns: it writes out all tools to count their bytes.
  ///
  /// @param servers called in a turn
  JsonObject status(Supplier<List<Member>> servers) {
    Map<String, Integer> bytes = new HashMap<>();
    for (Member s : wiring.monitor().inTurn(servers)) {
      List<Entry> tools =
          wiring.monitor().inTurn(() -> s.backend().lists().current().entries(Kind.TOOLS));
      bytes.put(
          s.backend().name(), tools.stream().mapToInt(t -> t.json().toString().length()).sum());
    }
    return wiring.monitor().inTurn(() -> status(servers.get(), bytes));
  }

  private JsonObject status(List<Member> servers, Map<String, Integer> bytes) {
    Journal journal = recorder.journal();
    JsonArray all = new JsonArray();
    servers.forEach(s -> all.add(server(s.backend(), bytes)));
    Stream<Backend> backends = servers.stream().map(Member::backend);
    return about("status")
        .with("calls", journal.calls())
        .with("last", journal.last())
        .with("journalBytes", journal.memory())
        .with("servers", all)
        .with("pending", StatusText.pending(backends))
        .json();
  }

  private JsonObject server(Backend b, Map<String, Integer> bytes) {
    Snapshot s = b.snapshot();
    Optional<JournalWitness> witness = Optional.ofNullable(witnesses.get(b.name()));
    return new JsonFacts()
        .with("name", b.name())
        .with("kind", b.kind().name().toLowerCase(Locale.ROOT))
        .with("state", s.state().word())
        .with("word", b.kind().word())
        .of(
            s.newest(),
            (run, f) ->
                f.with("run", run.number())
                    .with("pid", run.facts().pid())
                    .with("since", System.currentTimeMillis() - run.uptimeMillis()))
        .with("inFlight", s.inFlight())
        .with("held", s.held())
        .when(s.listed(), "tools", s.catalog().entries(Kind.TOOLS).size())
        .with("display", b.display())
        .with("lastEnd", s.lastExit().map(e -> "#" + e.number() + " " + EndWords.end(e)))
        .when(s.listed(), "toolBytes", bytes.getOrDefault(b.name(), 0))
        .with("answered", recorder.ended(b.name()))
        .of(
            witness.flatMap(JournalWitness::lastReload),
            (reload, facts) -> facts.with("lastReload", reload))
        .json();
  }

  /// The client's name and version, which each era says elsewhere.
  private JsonLine client() {
    Said facts = wiring.facts();
    return JsonLine.read(facts.greeting().map(Own::initialize).orElse("{}"))
        .object("clientInfo")
        .or(() -> JsonLine.read(facts.modernMeta().orElse("{}")).object(Meta.CLIENT_INFO))
        .orElse(JsonLine.NONE);
  }

  private static Optional<String> text(JsonLine o, String name) {
    return Optional.of(o.text(name)).filter(text -> !text.isEmpty());
  }
}
