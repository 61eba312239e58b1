package dev.pitstop.session.notices;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.texts.Naming;
import dev.pitstop.text.Words;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Helps who calls a tool that one server refuses because it has no such tool: it was removed, or
/// there never was one. Called in turns of the monitor.
public final class Departed {
  private final Map<String, Diff> gone = new HashMap<>(); // with the change that removed each

  /// The catalogue changed: removed tools are remembered until they come back.
  void changed(CatalogChange change) {
    names(change.before()).forEach(name -> gone.put(name, change.diff()));
    gone.keySet().removeAll(names(change.now()));
  }

  public static Set<String> names(Catalog catalog) {
    Set<String> names = new LinkedHashSet<>();
    catalog.entries(Kind.TOOLS).forEach(e -> names.add(e.key()));
    return names;
  }

  /// The help with this answer, or nothing. The call always goes to the server, which may have the
  /// tool without a notification.
  ///
  /// @param told whether a notice in the same answer tells what changed
  String help(Backend server, Naming w, String tool, Message.Response answer, boolean told) {
    boolean missing = server.lists().known() && server.lists().current().tool(tool).isEmpty();
    if (!missing || !refuses(answer)) {
      return "";
    }
    Optional<Diff> removal = Optional.ofNullable(gone.get(tool));
    // of a described tool, Pitstop's own answer names similar ones
    List<String> present =
        server.kind().isDescribed() ? List.of() : List.copyOf(names(server.lists().current()));
    List<String> near = Nearest.names(tool, present, 3).stream().map(w::outside).toList();
    String similar = near.isEmpty() ? "" : "\n" + similar(near);
    if (removal.isEmpty()) {
      String text = Words.MARK + "Server `{}` has no tool `{}`.";
      return near.isEmpty() ? "" : Words.fill(text, server.name(), tool) + similar;
    }
    return Words.MARK
        + Words.fill("Server `{}` no longer has the tool `{}`.", server.name(), w.outside(tool))
        + similar
        + (told ? "" : "\nThe change that removed it:\n" + removal.get().text(20))
        + w.tools()
            .call("call_tool", "\n{} can call tools that your tool list does not show yet.", "");
  }

  /// A sentence with names that are near an unknown one.
  public static String similar(List<String> near) {
    return "Similar names: `" + String.join("`, `", near) + "`.";
  }

  static boolean refuses(Message.Response answer) {
    if (answer instanceof Message.Failure f) {
      String code = f.member("code").text(f.bytes());
      return code.equals("-32602") || code.equals("-32601"); // tools, "Error Handling"; some SDKs
    }
    return answer instanceof Message.Result r && Json.isTrue(r.bytes(), r.member("isError"));
  }
}
