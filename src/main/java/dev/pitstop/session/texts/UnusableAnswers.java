package dev.pitstop.session.texts;

import dev.pitstop.backend.Backend;
import dev.pitstop.channel.Events;
import dev.pitstop.text.Words;

/// Why an answer of a server cannot be passed on. Called in turns of the monitor.
public final class UnusableAnswers {
  private UnusableAnswers() {}

  /// Without Pitstop's mark.
  public static String of(OwnToolNames tools, Backend b, Events.Unusable what) {
    return switch (what) {
      case Events.Unusable.TooLong t ->
          Words.fill(
              "Pitstop withheld the answer of server `{}`: the message has {}; the limit is {}"
                  + " (--set maxMessage).",
              b.name(),
              Words.bytes(t.length()),
              Words.bytes(b.settings().maxMessageBytes()));
      case Events.Unusable.Refused r ->
          "Server `" + b.name() + "` refused the handshake: " + r.text();
      case Events.Unusable.Malformed m ->
          Words.fill(
                  "Server `{}` answered with invalid JSON-RPC ({}), so Pitstop withheld the"
                      + " answer:\n  {}\nThe call has probably taken effect. The server wrote the"
                      + " invalid line.",
                  b.name(),
                  m.detail(),
                  m.line().length() > 300 ? m.line().substring(0, 300) + " …" : m.line())
              + tools.more(b, "server_stderr");
      case Events.Unusable.CutOff c -> "Server `" + b.name() + "` " + c.how() + ".";
    };
  }
}
