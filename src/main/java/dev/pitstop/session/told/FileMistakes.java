package dev.pitstop.session.told;

import dev.pitstop.backend.Call;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.words.OwnToolNames;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The mistakes in the configuration file (M6). They belong to no server, so each is reported once,
/// with the next answer to a `tools/call` of any server. Called in turns of the monitor.
public final class FileMistakes {
  /// How many are reported with one answer.
  private static final int MOST = 5;

  private final OwnToolNames tools;
  private final boolean quiet;
  private List<String> all = List.of();
  private final Set<String> untold = new LinkedHashSet<>();
  private final Carried carried = new Carried(this::text, this::told);

  /// @param quiet whether answers carry nothing
  public FileMistakes(OwnToolNames tools, boolean quiet) {
    this.tools = tools;
    this.quiet = quiet;
  }

  /// The file was read and contains these mistakes.
  public void now(List<String> texts) {
    untold.retainAll(texts); // a mistake that was fixed is no news
    for (String text : texts) {
      if (!all.contains(text)) {
        carried.fresh();
        untold.add(text);
      }
    }
    all = List.copyOf(texts);
  }

  /// All mistakes, for a caller who asks. They count as told.
  public List<String> tellAll() {
    told();
    return all;
  }

  private void told() {
    untold.clear();
    carried.fresh();
  }

  /// Wraps the reply so that it carries unreported mistakes.
  public Reply telling(Reply to) {
    return new Reply() {
      @Override
      public void send(Outgoing response) {
        to.send(quiet ? response : carried.with(response));
      }

      @Override
      public void none() {
        to.none();
      }

      @Override
      public String by() {
        return to.by();
      }

      @Override
      public void ended(String server, Call call, Call.Ending how) {
        to.ended(server, call, how);
      }
    };
  }

  private String text() {
    if (untold.isEmpty()) {
      return "";
    }
    List<String> shown = new ArrayList<>(untold).subList(0, Math.min(MOST, untold.size()));
    StringBuilder out = new StringBuilder(Words.MARK).append("In the configuration file:");
    out.append(shown.size() == 1 ? " " : "\n").append(String.join("\n", shown));
    if (untold.size() > MOST) {
      out.append("\n").append(untold.size() - MOST).append(" more");
      out.append(tools.call("list_servers", ": {} shows them", "")).append('.');
    }
    return out.toString();
  }
}
