package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Shelf;
import dev.pitstop.session.texts.ServersText;
import java.util.ArrayList;
import java.util.List;

/// `search_tools` over many servers. Searches the tools of all servers, or of one, under the names
/// by which they can be called. It includes remembered tools, and tools of crashed servers, which
/// are not listed.
record SearchServersTool(ServerChoice choice) implements Management.Tool {
  @Override
  public Management.Spec spec() {
    return SearchToolsTool.spec(",\"server\":{\"type\":\"string\"}");
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Args args = new Args(arguments);
    String query = args.text("query");
    String server = args.text("server");
    List<Entry> entries = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<String> known = new ArrayList<>();
    choice.look(members -> {
      for (Member m : members.all()) {
        names.add(m.name());
        if (server.isEmpty() || m.name().equals(server)) {
          known.add(m.name());
          add(m, entries);
        }
      }
    });
    if (known.isEmpty() && !server.isEmpty()) {
      call.fail(choice.unknown(server, "server", names));
      return;
    }
    if (known.isEmpty()) {
      call.answer(choice.none());
      return;
    }
    SearchToolsTool.answer(
        Catalog.empty().with(Kind.TOOLS, entries), query, ServersText.have(known), call);
  }

  private static void add(Member m, List<Entry> to) {
    for (Entry e : m.offer().catalog().entries(Kind.TOOLS)) {
      if (m.offer().shows(e.key())) {
        String name = m.offer().outside(Kind.TOOLS, e.key());
        to.add(new Entry(Kind.TOOLS, name, Shelf.renamed(e.json(), "name", name)));
      }
    }
  }
}
