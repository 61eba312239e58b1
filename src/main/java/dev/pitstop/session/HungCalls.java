package dev.pitstop.session;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Behind;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure;
import dev.pitstop.backend.OpenCall;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.util.List;

/// Texts about calls that a server has not answered: in the text of a call that was given up, in a
/// result that waited behind another, in `server_status`, in the text of a reload. Called in turns
/// of the monitor.
final class HungCalls {
  /// From here on a waiting call is reported.
  static final long LONG_MILLIS = 10_000;

  /// The tag of the notice that a call waited behind another.
  static final String TAG = "hung";

  private static final int MOST_TOLD = 5;

  private HungCalls() {}

  /// `the call of `x`` or `` `resources/read` ``.
  private static String what(Wording w, OpenCall c) {
    return c.tool().isEmpty()
        ? "`" + c.method() + "`"
        : "the call of `" + w.outside(c.tool()) + "`";
  }

  private static String fate(OpenCall c) {
    return switch (c.fate()) {
      case AWAITED -> "";
      case CANCELLED -> " (cancelled)";
      case CANCELLED_LAST -> " (cancelled; nothing was asked since)";
      case GIVEN_UP -> " (given up after its call timeout)";
    };
  }

  /// The same at the beginning of a sentence.
  private static String whatFirst(Wording w, OpenCall c) {
    return c.tool().isEmpty() ? what(w, c) : "The call of `" + w.outside(c.tool()) + "`";
  }

  /// `the call of `x` for 42 s (cancelled)`.
  private static String howLong(Wording w, OpenCall c) {
    return what(w, c) + " for " + Words.duration(c.millis()) + fate(c);
  }

  /// The same for several, at most five and how many more.
  static String howLong(Wording w, List<OpenCall> calls) {
    StringBuilder out = new StringBuilder();
    int told = Math.min(calls.size(), MOST_TOLD);
    for (OpenCall c : calls.subList(0, told)) {
      out.append(out.isEmpty() ? "" : ", ").append(howLong(w, c));
    }
    int more = calls.size() - told;
    return more == 0 ? out.toString() : out.append(" and ").append(more).append(" more").toString();
  }

  /// A line for each call that has waited long, oldest first, at most five and how many more.
  static void lines(Wording w, List<OpenCall> calls, int serving, StringBuilder out) {
    int told = Math.min(calls.size(), MOST_TOLD);
    for (OpenCall c : calls.subList(0, told)) {
      out.append('\n').append(whatFirst(w, c));
      out.append(" has not been answered for ").append(Words.duration(c.millis())).append(fate(c));
      if (c.run() != serving) {
        out.append(", by #").append(c.run());
      }
    }
    if (calls.size() > told) {
      out.append("\nNor have ").append(calls.size() - told).append(" more.");
    }
  }

  /// As JSON.
  static JsonArray json(Wording w, List<OpenCall> calls) {
    JsonArray all = new JsonArray();
    for (OpenCall c : calls.subList(0, Math.min(calls.size(), MOST_TOLD))) {
      JsonObject o = new JsonObject();
      o.addProperty("call", c.tool().isEmpty() ? c.method() : w.outside(c.tool()));
      o.addProperty("seconds", c.millis() / 1000.0);
      o.addProperty("spawn", c.run());
      o.addProperty("cancelled", c.fate() != OpenCall.Fate.AWAITED);
      all.add(o);
    }
    return all;
  }

  /// Why a call was given up, and the state of the server; without Pitstop's mark.
  static String failure(Wording w, Backend b, String what, Call c, Failure.Unanswered u) {
    StringBuilder out = new StringBuilder(what);
    String limit = Words.duration(u.limitMillis());
    if (u.progressed()) {
      out.append(" was not answered for ").append(Words.duration(u.waitedMillis()));
      out.append(" and showed no progress for ").append(limit);
    } else {
      out.append(" was not answered within ").append(limit);
    }
    Run at = u.at();
    out.append(" (the call timeout) by server `").append(b.name()).append("` (");
    out.append(ReloadText.who(at)).append(at.replaced() ? ", replaced meanwhile" : "");
    out.append("), and was given up.\n");
    out.append(
        u.delivered()
            ? "It had been delivered and may still take effect; the server was told that it is"
                + " cancelled."
            : "Nothing of it has left for the server yet, which does not read; it may still be"
                + " delivered, with its cancellation behind it.");
    out.append(
        u.others() == 0
            ? " The server has answered nothing since it was given the call."
            : " The server has answered "
                + Words.count(u.others(), "other request")
                + " since it was given the call.");
    out.append(behind(w, c));
    String restarts =
        switch (b.kind()) {
          case PROCESS -> b.builds() ? "{} builds and restarts it." : "{} restarts it.";
          case SESSION ->
              "{} " + DaemonWords.reloads(b) + (b.restarts() ? "." : ", and does not restart it.");
          case SCHEMA -> "{} reads its tools anew.";
        };
    String reload = w.tools().call("recompile", "\n" + restarts, "");
    return out.append(reload).append(w.tools().more("server_status", "server_stderr")).toString();
  }

  /// What a call waited behind, as a line of the text about its failure; or nothing.
  static String behind(Wording w, Call c) {
    if (c.behind().isEmpty()) {
      return "";
    }
    Behind b = c.behind().get();
    return "\nIt waited "
        + Words.duration(b.waitedMillis())
        + " beside an older one: the server had not answered "
        + howLong(w, b.older())
        + " either.";
  }

  /// The notice about a call that waited behind another.
  static void post(SessionServer server, Call c) {
    if (c.behind().isPresent()) {
      Behind b = c.behind().get();
      String text =
          Words.MARK
              + server.wording().what(c)
              + " waited "
              + Words.duration(b.waitedMillis())
              + ": server `"
              + server.backend().name()
              + "` had not answered "
              + howLong(server.wording(), b.older())
              + ".";
      server.notices().post(TAG, b.older().run(), text);
    }
  }

  /// A call has waited long: a client that wants progress gets some, and a notice goes with the
  /// next result.
  static void waits(SessionServer server, Call c, ClientPort client) {
    post(server, c);
    if (c.behind().isEmpty() || c.cancelled() || c.token().isEmpty() || c.showedProgress()) {
      return;
    }
    Behind b = c.behind().get();
    String message =
        Words.MARK
            + "No answer for "
            + Words.duration(b.waitedMillis())
            + ": server `"
            + server.backend().name()
            + "` has not answered "
            + howLong(server.wording(), b.older())
            + " either.";
    // 0, because the server's own progress must be more than any before
    client.send(
        Messages.notification(
            Methods.PROGRESS,
            "{\"progressToken\":"
                + c.token()
                + ",\"progress\":0,\"message\":"
                + Json.quote(message)
                + "}"));
  }
}
