package dev.pitstop.session;

import dev.pitstop.log.Log;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Splice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the agent has not been told yet about the server's restarts (A1, C3). The first complete
/// `tools/call` answer of the new incarnation that has a {@link NoticePlace} takes it along. What
/// went where not every reader sees it goes once more with the next answer that all see. In turns.
final class Notices {
  /// Something to be told. It is composed when it is told: the server may have changed again by
  /// then.
  interface News {
    /// With our mark; empty if it is no news any more.
    String text();

    /// It is on its way.
    default void told() {}
  }

  private record Notice(String tag, int fromGen, News news) {}

  private record Beside(String text, Runnable told) {}

  /// So many characters are kept of what only some readers have seen.
  private static final int MOST_AGAIN = 4_000;

  private final NoticeMode mode;
  private final String server;
  private final Log log;
  private Optional<Beside> beside = Optional.empty();
  private final List<Notice> pending = new ArrayList<>();
  private String again = ""; // went where not every reader saw it
  private int held; // answers on their way that tell the same
  private boolean logged; // what is pending, as no answer takes it along

  /// @param server its name
  /// @param log takes what no answer takes along, as that is not wanted
  Notices(NoticeMode mode, String server, Log log) {
    this.mode = mode;
    this.server = server;
    this.log = log;
  }

  /// Posts a notice in place of an earlier one of the same tag: only the newest is news.
  ///
  /// @param fromGen the oldest incarnation whose answers may carry it
  void post(String tag, int fromGen, News news) {
    pending.removeIf(n -> n.tag().equals(tag));
    pending.add(new Notice(tag, fromGen, news));
    logged = false;
  }

  void post(String tag, int fromGen, String text) {
    post(tag, fromGen, () -> text);
  }

  /// Something that goes along with the next notice, but makes none by itself.
  ///
  /// @param told run when it is on its way
  void beside(String text, Runnable told) {
    beside = Optional.of(new Beside(text, told));
  }

  /// What waits to go along with a text of ours: it is on its way with this. Empty if nothing does.
  String takeBeside() {
    Optional<Beside> now = beside;
    beside = Optional.empty();
    now.ifPresent(b -> b.told().run());
    return now.map(Beside::text).orElse("");
  }

  /// The answer of a reload is on its way, which tells what is pending: until it is released, no
  /// other takes that along.
  void hold() {
    held++;
  }

  void release() {
    held--;
  }

  /// The agent has been told otherwise, or it is true no more.
  ///
  /// @param tag the tag, or what several begin with
  void drop(String tag) {
    pending.removeIf(n -> n.tag().startsWith(tag));
  }

  boolean isEmpty() {
    return pending.isEmpty() && again.isEmpty();
  }

  /// Whether an answer of this incarnation takes along what is pending.
  boolean mayGo(int gen) {
    if (held > 0) {
      return false;
    }
    for (Notice n : pending) {
      if (n.fromGen() > gen) {
        return false;
      }
    }
    return !pending.isEmpty();
  }

  /// Puts what is pending into an answer to a `tools/call`, if it can carry it.
  ///
  /// @param open whether the tool's structured results take a member of ours
  /// @param aside what only this answer needs besides, or empty
  void into(Splice splice, Message.Response answer, int gen, boolean open, String aside) {
    boolean go = mayGo(gen);
    if (mode == NoticeMode.OFF) {
      logNews(go);
      return;
    }
    if (!go && aside.isEmpty() && again.isEmpty()) {
      return;
    }
    Optional<NoticePlace> place = NoticePlace.in(answer, open);
    if (place.isEmpty()) {
      return;
    }
    boolean all = place.get().seenByAll();
    StringBuilder out = new StringBuilder(all ? again : "");
    String news = go ? takeNews() : "";
    add(out, news);
    add(out, aside);
    if (out.length() > (all ? again.length() : 0)) {
      add(out, takeBeside());
    }
    if (all) {
      again = "";
    } else {
      again(news);
    }
    if (!out.isEmpty()) {
      place.get().put(splice, out.toString());
    }
  }

  /// What no answer takes along, for somebody who asks for it: it is told with this. Empty if there
  /// is nothing.
  String takeUnsaid() {
    if (mode == NoticeMode.INLINE) {
      return "";
    }
    return takeNews();
  }

  private void logNews(boolean go) {
    if (go && !logged) {
      logged = true;
      log.info("notice", "server", server, "text", news());
    }
  }

  /// Of what went with a structure that takes no member of ours: readers of structures alone have
  /// not seen it.
  private void again(String news) {
    StringBuilder all = new StringBuilder(again);
    add(all, news);
    again = all.length() > MOST_AGAIN ? news : all.toString();
  }

  private String takeNews() {
    String text = news();
    pending.forEach(n -> n.news().told());
    pending.clear();
    return text;
  }

  private String news() {
    StringBuilder out = new StringBuilder();
    for (Notice n : pending) {
      add(out, n.news().text());
    }
    return out.toString();
  }

  private static void add(StringBuilder out, String text) {
    out.append(out.isEmpty() || text.isEmpty() ? "" : "\n").append(text);
  }
}
