package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.EntryChange;
import dev.pitstop.catalog.EntryChange.What;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.texts.Naming;
import dev.pitstop.session.texts.UnknownText;
import dev.pitstop.text.Words;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The tools that are not as the agent may remember them: those that one server has removed, with
/// the change that removed each, and those that changed in its last reload. Called in turns of the
/// monitor.
public final class Departed {
  private final Map<String, Diff> gone = new LinkedHashMap<>();
  private final Map<String, EntryChange> altered = new LinkedHashMap<>();

  /// The catalogue changed: removed tools are remembered until they come back.
  void changed(CatalogChange change) {
    Set<String> now = names(change.now());
    names(change.before()).forEach(name -> gone.put(name, change.diff()));
    gone.keySet().removeAll(now);
    if (change.byRestart() && !change.diff().isEmpty()) {
      altered.clear();
      change.diff().ofTools(What.CHANGED).forEach(c -> altered.put(c.key(), c));
    }
  }

  /// Whether a call of this tool may be one of its form before the last reload.
  boolean isAltered(String tool) {
    return altered.containsKey(tool);
  }

  /// Help for the caller of a tool that changed in the last reload, if the server refuses the call.
  /// It is told once; a call that succeeds shows that the agent knows the tool.
  String altered(Naming w, String tool, Message.Response answer) {
    EntryChange change = Objects.requireNonNull(altered.remove(tool), "an altered tool");
    String text = "`{}` changed in the last reload:\n{}";
    return refuses(answer) ? Words.MARK + Words.fill(text, w.outside(tool), change.line()) : "";
  }

  /// Whether there was such a tool and there is none now.
  boolean knows(String tool) {
    return gone.containsKey(tool);
  }

  /// The removed tools, and the change that removed each. The map stays up to date, because each
  /// answer looks into it.
  Map<String, Diff> gone() {
    return Collections.unmodifiableMap(gone);
  }

  /// The names of the tools.
  public static Set<String> names(Catalog catalog) {
    Set<String> names = new LinkedHashSet<>();
    catalog.entries(Kind.TOOLS).forEach(e -> names.add(e.key()));
    return names;
  }

  /// Help for the caller of a removed tool, if the server's answer says, or may say, that there is
  /// no such tool. The call always goes to the server, which may have restored the tool without a
  /// notification.
  ///
  /// @param diff the change that removed the tool; empty to leave it out
  static String missing(
      Backend server, Naming w, String tool, Message.Response answer, Optional<Diff> diff) {
    if (!refuses(answer)) {
      return "";
    }
    boolean said = server.kind().isDescribed(); // Pitstop's own answer names similar tools
    List<String> near =
        Nearest.names(tool, List.copyOf(names(server.catalog())), 3).stream()
            .map(w::outside)
            .toList();
    String text = "Server `{}` no longer has the tool `{}`.";
    String through = "\n{} can call tools that your tool list does not show yet.";
    return Words.MARK
        + Words.fill(text, server.name(), w.outside(tool))
        + (said || near.isEmpty() ? "" : "\n" + UnknownText.similar(near))
        + diff.map(d -> "\nThe change that removed it:\n" + d.text(20)).orElse("")
        + w.tools().call("call_tool", through, "");
  }

  static boolean refuses(Message.Response answer) {
    if (answer instanceof Message.Failure f) {
      String code = f.member("code").text(f.bytes());
      return code.equals("-32602") || code.equals("-32601"); // tools, "Error Handling"; some SDKs
    }
    return answer instanceof Message.Result r && Json.isTrue(r.bytes(), r.member("isError"));
  }
}
