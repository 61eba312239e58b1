package dev.pitstop.doctor.visit;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import dev.pitstop.doctor.check.EraCheck;
import dev.pitstop.doctor.check.EraFacts;
import dev.pitstop.doctor.check.Finding;
import dev.pitstop.doctor.check.ListFacts;
import dev.pitstop.doctor.check.Offers;
import dev.pitstop.doctor.check.Outcome;
import dev.pitstop.doctor.check.ProtocolCheck;
import dev.pitstop.doctor.check.StartFacts;
import dev.pitstop.doctor.check.WireCheck;
import dev.pitstop.doctor.client.ClientProfile;
import dev.pitstop.mcp.Methods;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// What a server has answered to clients of both eras, each in a run of its own.
record Interview(Legacy legacy, Modern modern) {
  /// A session that begins with `initialize`.
  ///
  /// @param millis from the beginning of the run to the outcome of `initialize`
  /// @param lists empty, like `ping`, if `initialize` was not answered
  record Legacy(
      Conversation talk,
      Outcome initialize,
      long millis,
      List<ListFacts> lists,
      Optional<Outcome> ping) {
    boolean answered() {
      return initialize instanceof Outcome.Answer;
    }
  }

  /// A session that begins with `server/discover`.
  ///
  /// @param discover empty if the run did not open
  /// @param millis from the beginning of the run to the outcome of `server/discover`
  /// @param lists empty if the legacy session read them
  record Modern(Conversation talk, Optional<Outcome> discover, long millis, List<ListFacts> lists) {
    /// The modern session of a run that did not open.
    static Modern unopened(Conversation talk) {
      return new Modern(talk, Optional.empty(), talk.millis(), List.of());
    }
  }

  EraFacts eras() {
    return new EraFacts(legacy.initialize(), modern.discover());
  }

  /// Whether it answers only clients of the modern era.
  boolean modernOnly() {
    return !legacy.answered() && eras().discovered().isPresent();
  }

  /// Whether it answers any client.
  boolean answers() {
    return legacy.answered() || eras().discovered().isPresent();
  }

  /// How soon it answers, if it does.
  ///
  /// @param again from a second start to the answer to `initialize`
  StartFacts.Answered start(OptionalLong again) {
    return modernOnly()
        ? new StartFacts.Answered(Methods.DISCOVER, modern.millis(), OptionalLong.empty())
        : new StartFacts.Answered(Methods.INITIALIZE, legacy.millis(), again);
  }

  /// What these sessions show about the protocol, of a server that answers.
  ///
  /// @param server its name
  /// @param onStdio the clients that start it as a process; empty for a daemon
  /// @param lines what it wrote to stderr before the first call
  List<Finding> findings(
      String server, List<ClientProfile> onStdio, List<ClientProfile> clients, List<String> lines) {
    List<ListFacts> lists = modernOnly() ? modern.lists() : legacy.lists();
    JsonElement greeting =
        eras().initialized().or(() -> eras().discovered()).orElse(JsonNull.INSTANCE);
    List<Finding> findings = new ArrayList<>(EraCheck.of(eras(), onStdio));
    findings.addAll(Offers.of(lists, greeting, server, clients));
    Conversation.Heard first = legacy.talk().heard();
    Conversation.Heard second = modern.talk().heard();
    List<ProtocolCheck.Answer> answers = new ArrayList<>(first.answers());
    answers.addAll(second.answers());
    Set<String> garbled = new LinkedHashSet<>(first.garbled());
    garbled.addAll(second.garbled());
    findings.addAll(ProtocolCheck.of(answers, garbled));
    legacy.ping().ifPresent(p -> findings.addAll(WireCheck.of(first.wrote().ids(), lines, p)));
    return findings;
  }
}
