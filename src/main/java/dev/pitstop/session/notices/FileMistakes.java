package dev.pitstop.session.notices;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The mistakes in the configuration file, and its changes with which a server did not start. Who
/// saved the file may never call that server, so each is reported once, with the next answer to a
/// `tools/call` of any server. Called in turns of the monitor.
public final class FileMistakes {
  private static final int MOST = 5;

  /// A longer answer carries nothing, because it would be copied in a turn.
  private static final int MOST_BYTES = 64 * 1024;

  private static final String TAG = "file";
  private static final String MARK = Words.MARK + "In the configuration file:";

  private final OwnToolNames tools;
  private final Notices notices;
  private List<String> mistakes = List.of();
  private final Set<String> told = new HashSet<>(); // of these
  private final Map<String, Supplier<String>> failed = new LinkedHashMap<>(); // by server

  public FileMistakes(OwnToolNames tools, Notices notices) {
    this.tools = tools;
    this.notices = notices;
  }

  /// The file was read and contains these mistakes.
  public void now(List<String> texts) {
    mistakes = texts;
    told.retainAll(texts);
    if (!texts.isEmpty()) {
      notices.post(TAG, 0, this::untold, () -> told.addAll(mistakes));
    }
  }

  /// A server did not start with its changed entry.
  ///
  /// @param why is asked when it is told
  public void failed(String server, Supplier<String> why) {
    failed.put(server, why);
    notices.post(tag(server), 0, () -> MARK + " " + why.get());
  }

  private static String tag(String server) {
    return TAG + "\n" + server + "\n";
  }

  /// That is over.
  public void works(String server) {
    failed.remove(server);
    notices.drop(tag(server));
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

  /// All mistakes, for a caller who asks. They count as told.
  public List<String> tellAll() {
    told.addAll(mistakes);
    notices.drop(TAG);
    List<String> all = new ArrayList<>(mistakes);
    failed.values().forEach(why -> all.add(why.get()));
    return all;
  }

  /// A reply to the agent that carries unreported mistakes.
  public Reply telling(Reply to) {
    return response -> to.send(with(response));
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

  /// Empty if nothing new is wrong: a mistake that was fixed is no news.
  private String untold() {
    List<String> untold = mistakes.stream().filter(text -> !told.contains(text)).toList();
    int more = untold.size() - MOST;
    return untold.isEmpty()
        ? ""
        : MARK
            + (untold.size() == 1 ? " " : "\n")
            + String.join("\n", untold.stream().limit(MOST).toList())
            + (more > 0
                ? "\n" + more + " more" + tools.call("list_servers", ": {} shows them", "") + "."
                : "");
  }
}
