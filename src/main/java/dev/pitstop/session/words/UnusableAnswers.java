package dev.pitstop.session.words;

import dev.pitstop.backend.Backend;
import dev.pitstop.channel.Events;
import dev.pitstop.text.Words;

/// Why an answer of a server cannot be passed on. Called in turns of the monitor.
public final class UnusableAnswers {
  /// The server asks the client something that the client's revision does not have.
  public static final String ASKS =
      Words.MARK
          + "The server asks for input with `input_required` (revision 2026-07-28), which this"
          + " client's revision does not have. The call did not finish.";

  private UnusableAnswers() {}

  /// Without Pitstop's mark.
  public static String of(OwnToolNames tools, Backend b, Events.Unusable what) {
    return switch (what) {
      case Events.Unusable.TooLong t ->
          Words.fill(
              "Pitstop withheld the answer of server `{}`: the message has {}; the limit is {}"
                  + " (--max-message).",
              b.name(),
              Words.bytes(t.length()),
              Words.bytes(b.settings().maxMessageBytes()));
      case Events.Unusable.NoMemory n -> noMemory("The server's message was lost", n.length());
      case Events.Unusable.Refused r ->
          "Server `" + b.name() + "` refused the handshake: " + r.text();
      case Events.Unusable.Malformed m -> malformed(tools, b, m);
      case Events.Unusable.CutOff c -> "Server `" + b.name() + "` " + c.how() + ".";
    };
  }

  private static String malformed(OwnToolNames tools, Backend b, Events.Unusable.Malformed m) {
    String line = m.line();
    String begin = line.length() > 300 ? line.substring(0, 300) + " …" : line;
    String text =
        "Server `{}` answered with invalid JSON-RPC ({}), so Pitstop withheld the answer:";
    return Words.fill(text, b.name(), m.detail())
        + ("\n  " + begin)
        + "\nThe call has probably taken effect. The server wrote the invalid line."
        + tools.more("server_stderr");
  }

  /// There is no memory for a message. Without Pitstop's mark.
  static String noMemory(String what, long bytes) {
    return Words.fill("{}: Pitstop has no memory left for its {}.", what, Words.bytes(bytes))
        + " PITSTOP_JAVA_OPTS=-Xmx512m gives it more; a retry can work when less is in flight.";
  }
}
