package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.Contention;
import dev.pitstop.backend.RunEnd;
import dev.pitstop.backend.State;
import java.util.List;
import java.util.Optional;

/// What to do about troubles that have a known remedy (U4): code that must be built, a port or a
/// file that another process holds. In turns.
final class Advice {
  private Advice() {}

  /// Says what a reload of this server does besides, if it builds; otherwise nothing.
  ///
  /// @param words with `{}` for the tool that reloads
  static String builds(OwnToolNames tools, Backend b, String words) {
    return b.builds() ? tools.call("recompile", words, "") : "";
  }

  /// For a build that failed, if it complains of what another process holds; a line, or nothing.
  static String held(OwnToolNames tools, Backend b, Builder.Result failed) {
    Optional<String> sign = Contention.sign(failed.report().lines().toList());
    return sign.isEmpty()
        ? ""
        : "\nA process that runs holds what the build needs (`"
            + sign.get()
            + "`)"
            + room(tools, b);
  }

  /// The same for a process that ended before it served.
  static String held(OwnToolNames tools, Backend b, RunEnd end) {
    List<String> lines = end.served() ? List.of() : end.stderr().lines();
    Optional<String> sign = Contention.sign(lines);
    return sign.isEmpty()
        ? ""
        : "\nAnother process holds what it needs (`" + sign.get() + "`)" + room(tools, b);
  }

  private static String room(OwnToolNames tools, Backend b) {
    String stop =
        tools.call(
            "stop_server",
            ": call {} first, which also ends other processes of its executable",
            ": stop it first");
    String again = tools.call("recompile", ", then {}", "");
    String order =
        b.settings().order() == State.Order.STOP_FIRST
            ? ""
            : "; or run Pitstop with `--order stop-first`, which stops the server before each reload";
    return stop + again + order + ".";
  }
}
