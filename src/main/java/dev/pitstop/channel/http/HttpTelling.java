package dev.pitstop.channel.http;

import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.mcp.Messages;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Reports what one run's daemon says, and what became of messages to it. Secrets are hidden in all
/// of that. On any thread, outside turns.
final class HttpTelling {
  private final HttpCore run;

  HttpTelling(HttpCore run) {
    this.run = run;
  }

  void opened() {
    if (run.ofProcess.isEmpty()) {
      tell(run.teller::opened);
    }
  }

  /// Nobody is there, and no command that Pitstop ran will change that.
  void stranded() {
    if (run.ofProcess.isEmpty()) {
      tell(() -> run.teller.tell("stranded", Events::stranded));
    }
  }

  /// @param unopened what is reported instead if the run was not reported open
  void ended(End how, End.Refused unopened) {
    run.ofProcess.ifPresentOrElse(
        over -> over.complete(how), () -> tell(() -> run.teller.ended(how, unopened)));
  }

  /// Messages, in order. Blocks while the client has too much to read.
  ///
  /// @param during the request on whose stream they came; see [Events#received]
  void received(List<Message> messages, Optional<RequestId> during) throws InterruptedException {
    List<Message> shown = withoutSecrets(messages);
    pass(() -> run.teller.tell("received", e -> e.received(shown, during)));
  }

  private List<Message> withoutSecrets(List<Message> messages) {
    if (run.channel.secrets.none()) {
      return messages;
    }
    List<Message> shown = new ArrayList<>(messages.size());
    for (Message m : messages) {
      shown.add(run.channel.secrets.hide(m));
    }
    return shown;
  }

  /// An answer that cannot be passed on; shown if it is not a message at all.
  void unusable(Events.Unusable what) throws InterruptedException {
    Events.Unusable shown = what;
    if (what instanceof Events.Unusable.Malformed m) {
      String line = run.channel.secrets.hide(m.line());
      shown = new Events.Unusable.Malformed(m.id(), m.detail(), line);
      stray(line);
    }
    Events.Unusable told = shown;
    pass(() -> run.teller.tell("unusable", e -> e.unusable(told)));
  }

  /// A line that is not a message.
  void stray(String line) {
    String shown = run.channel.secrets.hide(line);
    run.log.show(StderrRing.Kind.BROKEN_STDOUT, shown);
    tell(() -> run.teller.tell("stray", e -> e.stray(shown)));
  }

  /// A remark of Pitstop's, for the log and for `server_stderr`.
  void note(String text) {
    String shown = run.channel.secrets.hide(text);
    run.log.show(StderrRing.Kind.NOTE, shown);
    run.log.info("note", "text", shown);
  }

  /// An exchange or a stream broke off.
  void broken(IOException why) {
    run.log.debug("broken", "why", why.toString());
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
    String shown = run.channel.secrets.hide(text);
    try {
      if (!(message.parsed() instanceof Message.Request r)) {
        note("did not accept a message: " + text);
      } else if (message.isInitialize()) {
        run.log.warn("handshake-refused", "why", shown);
        unusable(
            new Events.Unusable.Refused(
                Optional.of(r.id()), shown, status, run.channel.secrets.hide(shortly)));
      } else {
        byte[] error = Messages.error(r.id(), Messages.INTERNAL_ERROR, shown);
        received(List.of(Codec.parse(error)), Optional.empty());
      }
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

  /// Reports, flushes, and blocks while the client has too much to read.
  private void pass(Runnable what) throws InterruptedException {
    tell(() -> {
      what.run();
      run.teller.flush();
    });
    run.teller.awaitRoom();
  }

  /// Not interruptible, as the receiver may write to the client.
  private void tell(Runnable what) {
    run.threads.uninterrupted(what);
  }
}
