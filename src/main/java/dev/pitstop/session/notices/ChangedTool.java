package dev.pitstop.session.notices;

import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Entry;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.front.ClientTools;
import dev.pitstop.text.Words;
import java.util.Optional;

/// Helps who calls a tool by the arguments that it took when the model first saw it. Called in
/// turns of the monitor.
///
/// @param name the client's name of the tool
/// @param now as the server has it
record ChangedTool(String name, Entry now) {
  /// Characters of a schema that an answer shows.
  private static final int MOST = 4_000;

  /// What goes with a refusal of the tool: what it takes now, and what has changed. Empty if the
  /// model was told that. Each answer asks: schemas are compared for a refusal only.
  @SuppressWarnings("ReferenceEquality") // immutable; the same entry until the server lists again
  String help(ClientTools list, Message.Response answer) {
    Optional<Entry> known = list.known(name);
    if (known.isEmpty() || known.get() == now || !Departed.refuses(answer)) {
      return "";
    }
    String changes = Diff.ofArguments(known.get(), now);
    if (changes.isEmpty()) {
      return "";
    }
    String text = "{}`{}` has changed: {}";
    String schema = now.inputSchema().map(String::valueOf).orElse("{}");
    return Words.fill(text, Words.MARK, name, changes)
        + (schema.length() > MOST ? "" : "\nIt takes: " + schema);
  }
}
