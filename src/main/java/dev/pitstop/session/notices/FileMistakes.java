package dev.pitstop.session.notices;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ReplyBy;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.text.Words;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The mistakes in the configuration file, and its changes with which a server did not start. Who
/// saved the file may never call that server, so each is reported once, with the next answer to a
/// `tools/call` of any server. Called in turns of the monitor.
public final class FileMistakes {
  /// How many are reported with one answer.
  private static final int MOST = 5;

  /// A longer answer carries nothing, because it would be copied in a turn.
  private static final int MOST_BYTES = 64 * 1024;

  private static final String TAG = "file";

  /// Begins the key of a server; no text begins like this.
  private static final String SERVER = "\n";

  private final OwnToolNames tools;
  private final Notices notices;
  private final Map<String, Supplier<String>> all = new LinkedHashMap<>(); // by text, or by server
  private final Set<String> untold = new LinkedHashSet<>(); // keys of these

  /// @param notices of the session, which belong to no server
  public FileMistakes(OwnToolNames tools, Notices notices) {
    this.tools = tools;
    this.notices = notices;
  }

  /// The file was read and contains these mistakes.
  public void now(List<String> texts) {
    // a mistake that was fixed is no news
    remove(key -> !key.startsWith(SERVER) && !texts.contains(key));
    texts.stream().filter(text -> !all.containsKey(text)).forEach(text -> news(text, () -> text));
  }

  /// A server did not start with its changed entry.
  ///
  /// @param why is asked when it is told
  public void failed(String server, Supplier<String> why) {
    works(server);
    news(SERVER + server, why);
  }

  /// That is over.
  public void works(String server) {
    remove((SERVER + server)::equals);
  }

  /// The server serves; what was wrong with it is over if it serves as its entry says.
  ///
  /// @param asInFile asked only about a server that failed: a comparison of records costs a start
  ///   its first milliseconds
  public void serves(String server, BooleanSupplier asInFile) {
    if (all.containsKey(SERVER + server) && asInFile.getAsBoolean()) {
      works(server);
    }
  }

  private void news(String key, Supplier<String> text) {
    all.put(key, text);
    untold.add(key);
    notices.post(TAG, 0, this::untold, untold::clear);
  }

  private void remove(Predicate<String> keys) {
    all.keySet().removeIf(keys);
    untold.removeIf(keys);
    if (all.isEmpty()) {
      notices.drop(TAG);
    }
  }

  /// All mistakes, for a caller who asks. They count as told.
  public List<String> tellAll() {
    untold.clear();
    notices.drop(TAG);
    return all.values().stream().map(Supplier::get).toList();
  }

  /// Wraps the reply so that it carries unreported mistakes.
  public Reply telling(Reply to) {
    return new ReplyBy(to, this::with);
  }

  private Outgoing with(Outgoing response) {
    if (notices.isEmpty()
        || response.length() > MOST_BYTES
        || !(Codec.parse(response.bytes()) instanceof Message.Response answer)) {
      return response;
    }
    Splice splice = new Splice(answer.bytes());
    notices.into(splice, answer, 0, false, "");
    return splice.outgoing();
  }

  private String untold() {
    List<String> shown =
        untold.stream()
            .limit(MOST)
            .flatMap(key -> Optional.ofNullable(all.get(key)).stream())
            .map(Supplier::get)
            .toList();
    String more = "\n" + (untold.size() - MOST) + " more";
    return shown.isEmpty()
        ? ""
        : Words.MARK
            + "In the configuration file:"
            + (shown.size() == 1 ? " " : "\n")
            + String.join("\n", shown)
            + (untold.size() > MOST
                ? more + tools.call("list_servers", ": {} shows them", "") + "."
                : "");
  }
}
