package dev.pitstop.channel.stdio;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.mcp.Messages;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Burst;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Head;
import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Misplaced;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads the stdout of one process and reports it: messages in bursts, answers that cannot be
/// passed on, lines that are not messages. For one thread, which waits for the server and, in
/// [Events#awaitRoom], for the client.
final class StdoutReader {
  /// How many bytes are kept of a line that is not a message.
  private static final int STRAY = 8 * 1024;

  private static final String NOT_FRAMED =
      "a `Content-Length` header comes before it; a message of MCP is one line without headers";

  private final int maxMessageBytes;
  private final RunLog log;
  private final Teller teller;
  private final Consumer<byte[]> toServer;
  private final Burst burst;
  private boolean speaks; // it has sent a message

  /// @param toServer takes errors for requests of the server that were too large
  StdoutReader(int maxMessageBytes, RunLog log, Teller teller, Consumer<byte[]> toServer) {
    this.maxMessageBytes = maxMessageBytes;
    this.log = log;
    this.teller = teller;
    this.toServer = toServer;
    this.burst = new Burst(this::received);
  }

  /// Reads to the end of the stream or of the run.
  void read(InputStream stdout) throws InterruptedException {
    LineReader<InterruptedException> lines =
        new LineReader<>(stdout, maxMessageBytes, this::beforeRead);
    try {
      boolean open = true;
      while (open && !teller.over()) {
        open = take(lines.next()); // no variable: it would keep a large line until the next
      }
    } catch (IOException e) {
      stray(StderrRing.Kind.BROKEN_STDOUT, "(reading stdout ended: " + e.getMessage() + ")");
    } finally {
      burst.end();
    }
  }

  private void received(List<Message> messages) {
    teller.tell("received", e -> e.received(messages, Optional.empty()));
  }

  private void beforeRead() throws InterruptedException {
    burst.end();
    teller.beforeRead();
  }

  /// @return whether there may be more
  private boolean take(Line line) throws InterruptedException {
    if (line instanceof Line.Text t) {
      message(Codec.parse(t.bytes()), t.terminated());
    } else if (line instanceof Line.TooLong t) {
      tooLong(Head.of(t.head(), t.tail()), t.length());
    }
    return !(line instanceof Line.End);
  }

  /// @param whole whether the server ended the line. Half a message is its last, and the end that
  ///   follows answers the call
  private void message(Message message, boolean whole) throws InterruptedException {
    if (message instanceof Message.Malformed m) {
      malformed(m, whole);
    } else {
      speaks = true;
      if (burst.add(message)) {
        teller.beforeRead(); // the burst's answers leave before the next one
      }
    }
  }

  private void malformed(Message.Malformed m, boolean whole) {
    int length = m.bytes().length;
    String line = new Span(0, Math.min(length, STRAY)).text(m.bytes());
    Head head = m.head();
    boolean answer = head.kind() == Head.Kind.RESPONSE || head.kind() == Head.Kind.BARE;
    boolean meant = head.kind() != Head.Kind.UNKNOWN || (!whole && line.startsWith("{"));
    stray(
        meant ? StderrRing.Kind.BROKEN_STDOUT : StderrRing.Kind.STRAY_STDOUT,
        length > STRAY ? line + " … (" + length + " bytes)" : line);
    if (whole && answer) {
      unusable(new Events.Unusable.Malformed(head.id(), m.detail(), line));
    }
    for (RequestId id : Misplaced.in(m.bytes())) {
      teller.tell("misplaced", e -> e.misplaced(id, "it is not alone on its line", line));
    }
    if (!speaks && isHeader(line)) { // what follows may end without a newline
      unusable(new Events.Unusable.Malformed(Optional.empty(), NOT_FRAMED, line));
    }
  }

  /// Messages of the Language Server Protocol begin so, also behind the one before.
  private static boolean isHeader(String line) {
    String text = line.toLowerCase(Locale.ROOT);
    int at = text.lastIndexOf("content-length:");
    return at == 0 || (at > 0 && text.charAt(at - 1) == '}');
  }

  private void tooLong(Head head, long length) {
    String remark = "withheld a message of " + length + " bytes: over the limit (--set maxMessage)";
    log.show(StderrRing.Kind.NOTE, remark);
    log.warn("note", "text", remark);
    teller.tell("stray", e -> e.stray(remark));
    boolean asks = head.kind() == Head.Kind.REQUEST;
    if (asks && head.id().isPresent()) {
      String text =
          "The message has " + length + " bytes, more than Pitstop's limit (--set maxMessage).";
      int code = Message.INVALID_REQUEST;
      toServer.accept(Messages.error(head.id().get(), code, text));
    }
    boolean answer = !asks && head.kind() != Head.Kind.NOTIFICATION;
    unusable(new Events.Unusable.TooLong(head.id(), answer, length));
  }

  private void unusable(Events.Unusable what) {
    burst.end(); // earlier messages come first
    teller.tell("unusable", e -> e.unusable(what));
  }

  private void stray(StderrRing.Kind kind, String line) {
    log.show(kind, line);
    log.copyStdout(line);
    teller.tell("stray", e -> e.stray(line));
  }
}
