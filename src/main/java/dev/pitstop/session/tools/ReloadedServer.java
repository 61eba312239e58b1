package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Shelves;
import dev.pitstop.session.texts.ToolDescriptions;
import java.util.List;

/// `reload_server` is `recompile` for one of many servers. Its answer also says how the server is
/// listed now. A failed reload loses neither the server nor its recipe.
///
/// @param tellNow announces changed lists to the client at once
record ReloadedServer(Member member, Shelves shelves, Runnable tellNow) {
  static Management.Spec spec() {
    return RecompileTool.spec("reload_server", ToolDescriptions.RELOAD_SERVER);
  }

  /// Waits until everything is known, on the call's own thread. A server that serves for the first
  /// time lists only then. Its tools belong in the answer, and in the client's list before the
  /// answer.
  ///
  /// @param giveUp runs in the turn in which the client cancels
  void await(ManagedCall call, Runnable giveUp) {
    call.await(told -> member.backend().whenListed(SearchToolsTool.WAIT_MILLIS, told), giveUp);
    call.await(shelves::whenShelved, giveUp);
    member.server().monitor().turn(tellNow);
  }

  /// Adds to the facts how it is listed now, and returns what it adds to the text. Called in a
  /// turn.
  String add(JsonObject to) {
    List<String> flaws = member.offer().flaws();
    JsonObject info = member.info().json();
    for (String key : new String[] {"name", "status", "tools", "tool_count", "problems"}) {
      if (info.has(key)) {
        to.add(key, info.get(key));
      }
    }
    return flaws.isEmpty() ? "" : "\n" + String.join("\n", flaws);
  }
}
