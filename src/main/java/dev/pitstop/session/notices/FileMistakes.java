package dev.pitstop.session.notices;

import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ReplyBy;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The mistakes in the configuration file, and its changes with which a server did not start. Who
/// saved the file may never call that server, so each is reported once, with the next answer to a
/// `tools/call` of any server. Called in turns of the monitor.
public final class FileMistakes {
  /// How many are reported with one answer.
  private static final int MOST = 5;

  private final OwnToolNames tools;
  private final boolean quiet;
  private final Map<String, Supplier<String>> inFile = new LinkedHashMap<>(); // by text
  private final Map<String, Supplier<String>> failed = new LinkedHashMap<>(); // by server
  private final Set<Supplier<String>> untold = new LinkedHashSet<>();
  private final Carried carried = new Carried(this::text, this::told);

  /// @param quiet whether answers carry nothing
  public FileMistakes(OwnToolNames tools, boolean quiet) {
    this.tools = tools;
    this.quiet = quiet;
  }

  /// The file was read and contains these mistakes.
  public void now(List<String> texts) {
    inFile.keySet().retainAll(texts); // a mistake that was fixed is no news
    for (String text : texts) {
      if (!inFile.containsKey(text)) {
        inFile.put(text, () -> text);
        news(inFile.get(text));
      }
    }
    untold.retainAll(all());
  }

  /// A server did not start with its changed entry.
  ///
  /// @param why is asked when it is told
  public void failed(String server, Supplier<String> why) {
    failed.put(server, why);
    news(why);
    untold.retainAll(all());
  }

  /// That is over.
  public void works(String server) {
    failed.remove(server);
    untold.retainAll(all());
  }

  /// The server serves; what was wrong with it is over if it serves as its entry says.
  ///
  /// @param asInFile asked only about a server that failed: a comparison of records costs a start
  ///   its first milliseconds
  public void serves(String server, BooleanSupplier asInFile) {
    if (failed.containsKey(server) && asInFile.getAsBoolean()) {
      works(server);
    }
  }

  private void news(Supplier<String> text) {
    carried.fresh();
    untold.add(text);
  }

  private List<Supplier<String>> all() {
    List<Supplier<String>> all = new ArrayList<>(inFile.values());
    all.addAll(failed.values());
    return all;
  }

  /// All mistakes, for a caller who asks. They count as told.
  public List<String> tellAll() {
    told();
    return texts(all());
  }

  private static List<String> texts(List<Supplier<String>> of) {
    List<String> texts = new ArrayList<>();
    of.forEach(each -> texts.add(each.get()));
    return texts;
  }

  private void told() {
    untold.clear();
    carried.fresh();
  }

  /// Wraps the reply so that it carries unreported mistakes.
  public Reply telling(Reply to) {
    return new ReplyBy(to, response -> to.send(quiet ? response : carried.with(response)));
  }

  private String text() {
    if (untold.isEmpty()) {
      return "";
    }
    List<String> shown = texts(new ArrayList<>(untold).subList(0, Math.min(MOST, untold.size())));
    StringBuilder out = new StringBuilder(Words.MARK).append("In the configuration file:");
    out.append(shown.size() == 1 ? " " : "\n").append(String.join("\n", shown));
    if (untold.size() > MOST) {
      out.append("\n").append(untold.size() - MOST).append(" more");
      out.append(tools.call("list_servers", ": {} shows them", "")).append('.');
    }
    return out.toString();
  }
}
