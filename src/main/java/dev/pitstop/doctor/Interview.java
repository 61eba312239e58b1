package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What a server has answered to clients of both eras, each in a run of its own.
///
/// @param legacy a session that begins with `initialize`
/// @param modern one that begins with `server/discover`; empty if its run did not open
record Interview(Session legacy, Optional<Session> modern) {
  /// A session with one run of a server.
  ///
  /// @param greeted what came of the first request
  /// @param millis from the beginning of the run to that outcome
  /// @param lists empty if the first request was not answered, or the other session read them
  /// @param ping empty if it was not sent
  record Session(
      Conversation talk,
      Outcome greeted,
      long millis,
      List<ListFacts> lists,
      Optional<Outcome> ping) {
    boolean answered() {
      return greeted.answer().isPresent();
    }
  }

  /// The result of the handshake; empty if no client is answered.
  Optional<JsonElement> greeting() {
    return legacy
        .greeted()
        .answer()
        .or(() -> modern.map(Session::greeted).flatMap(Outcome::discovered));
  }

  /// The name that it gives itself; in `server/discover` it is in the `_meta`.
  private String named(Patient patient) {
    return greeting()
        .flatMap(g ->
            JsonTree.object(g, "serverInfo")
                .or(() ->
                    JsonTree.object(g, "_meta")
                        .flatMap(meta -> JsonTree.object(meta, Meta.SERVER_INFO))))
        .flatMap(info -> JsonTree.string(info, "name"))
        .orElse(patient.name());
  }

  /// How soon it answers.
  Finding start(List<ClientProfile> clients) {
    return legacy.answered()
        ? StartCheck.answered(Methods.INITIALIZE, legacy.millis(), clients)
        : StartCheck.answered(Methods.DISCOVER, modern.orElseThrow().millis(), clients);
  }

  /// What these sessions show about the protocol, of a server that answers.
  ///
  /// @param onStdio the clients that start it as a process; empty for a daemon
  /// @param lines what it wrote to stderr before the first call
  List<Finding> findings(
      Patient patient,
      List<ClientProfile> onStdio,
      List<ClientProfile> clients,
      List<String> lines) {
    Session main = legacy.answered() ? legacy : modern.orElse(legacy);
    List<Conversation.Heard> heard =
        Stream.concat(Stream.of(legacy), modern.stream()).map(s -> s.talk().heard()).toList();
    Set<String> garbled = new LinkedHashSet<>();
    heard.forEach(h -> garbled.addAll(h.garbled()));
    return Finding.all(
        EraCheck.of(legacy.greeted(), modern.map(Session::greeted), onStdio).stream(),
        ListsCheck.andTools(
            main.lists(), greeting().orElse(JsonNull.INSTANCE), patient.name(), clients)
            .stream(),
        patient.baseline().map(b -> b.check(main.lists(), named(patient))).stream(),
        ProtocolCheck.of(heard.stream().flatMap(h -> h.answers().stream()).toList(), garbled)
            .stream(),
        legacy.ping().stream()
            .flatMap(p -> WireCheck.of(heard.getFirst().unasked(), lines, p).stream()));
  }
}
