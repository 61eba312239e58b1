package dev.pitstop.session.exposure;

import dev.pitstop.backend.OutsideTurns;
import dev.pitstop.hub.Description;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.members.Member;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Keeps what earlier runs of the servers listed and said about themselves, in files for each
/// server. The lists are read when a list is requested that the only server has not given yet; of
/// many, at the start. They are written when the server lists something else. Called in turns of
/// the monitor; files are read and written outside.
///
/// @param directory where the files are, if anywhere
/// @param named whether a server's name is part of what it is remembered by
record Memory(OutsideTurns outside, Log log, Optional<Path> directory, boolean named) {
  private Description description(Member m) {
    Optional<String> name = named ? Optional.of(m.name()) : Optional.empty();
    return new Description(directory, m.spec().target(), name);
  }

  /// Reads what is remembered of a server, and calls `then` in a turn.
  void recall(Member m, Consumer<Optional<Description.Known>> then) {
    outside.run(description(m)::find, Optional.<Description.Known>empty(), then);
  }

  /// Reads how a server has introduced itself, which counts until it does so again.
  void recallIntroduction(Member m) {
    outside.run(
        description(m)::handshake,
        Optional.<Message.Result>empty(),
        said -> said.ifPresent(m::introducedEarlier));
  }

  /// Writes a server's description by this, which returns why it failed if it did.
  void write(Member m, Function<Description, Optional<String>> by) {
    Description description = description(m);
    outside.run(
        () -> by.apply(description),
        Optional.of("it could not be prepared"),
        failed ->
            failed.ifPresent(
                why -> log.warn("description-not-written", "server", m.name(), "why", why)));
  }
}
