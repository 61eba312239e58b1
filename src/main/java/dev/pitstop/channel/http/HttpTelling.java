package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.http.Secrets;
import dev.pitstop.mcp.Messages;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Reports what one run's daemon says, and what became of messages to it. On any thread, outside
/// turns.
///
/// @param secrets hidden in all of that
record HttpTelling(Teller teller, RunLog log, Secrets secrets) {
  /// Messages, in order. Blocks while the client has too much to read.
  ///
  /// @param during the request on whose stream they came; see [Events#received]
  void received(List<Message> messages, Optional<RequestId> during) throws InterruptedException {
    List<Message> shown = secrets.none() ? messages : messages.stream().map(secrets::hide).toList();
    teller.tell("received", e -> e.received(shown, during));
    teller.beforeRead();
  }

  /// An answer that cannot be passed on; shown if it is not a message at all.
  void unusable(Events.Unusable what) throws InterruptedException {
    Events.Unusable shown = what;
    if (what instanceof Events.Unusable.Malformed m) {
      String line = secrets.hide(m.line());
      shown = new Events.Unusable.Malformed(m.id(), m.detail(), line);
      stray(line);
    }
    Events.Unusable told = shown;
    teller.tell("unusable", e -> e.unusable(told));
    teller.beforeRead();
  }

  /// A line that is not a message.
  void stray(String line) {
    String shown = secrets.hide(line);
    log.show(StderrRing.Kind.BROKEN_STDOUT, shown);
    teller.tell("stray", e -> e.stray(shown));
  }

  /// A remark of Pitstop's, for the log and for `server_stderr`.
  void note(String text) {
    String shown = secrets.hide(text);
    log.show(StderrRing.Kind.NOTE, shown);
    log.info("note", "text", shown);
  }

  /// An exchange or a stream broke off.
  void broken(IOException why) {
    log.debug("broken", "why", why.toString());
  }

  /// Answers a message with an error of Pitstop's own instead of the daemon's answer; a handshake
  /// fails with it.
  void failed(HttpMessage message, String text) throws InterruptedException {
    failed(message, text, OptionalInt.empty(), text);
  }

  /// The same.
  ///
  /// @param status of the daemon's answer
  /// @param shortly the text without advice and HTML
  void failed(HttpMessage message, String text, OptionalInt status, String shortly)
      throws InterruptedException {
    String shown = secrets.hide(text);
    try {
      if (!(message.parsed() instanceof Message.Request r)) {
        note("did not accept a message: " + text);
      } else if (message.isInitialize()) {
        log.warn("handshake-refused", "why", shown);
        unusable(
            new Events.Unusable.Refused(Optional.of(r.id()), shown, status, secrets.hide(shortly)));
      } else {
        byte[] error = Messages.error(r.id(), Messages.INTERNAL_ERROR, shown);
        answered(message, Codec.parse(error));
      }
    } finally {
      message.over();
    }
  }

  /// Reports the answer to a message, on its own.
  void answered(HttpMessage message, Message answer) throws InterruptedException {
    try {
      received(List.of(answer), Optional.empty());
    } finally {
      message.over();
    }
  }

  /// A message gets no answer, and it is unknown whether it took effect. The run continues.
  ///
  /// @param how what the daemon did, as a clause
  void cutOff(HttpMessage message, String how) throws InterruptedException {
    try {
      if (message.parsed() instanceof Message.Request r) {
        unusable(new Events.Unusable.CutOff(Optional.of(r.id()), how));
      } else {
        note("may not have received a message: it " + how);
      }
    } finally {
      message.over();
    }
  }
}
