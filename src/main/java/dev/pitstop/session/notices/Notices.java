package dev.pitstop.session.notices;

import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Splice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// News about the server's restarts for the agent. The first complete `tools/call` answer of the
/// new run that has a {@link NoticePlace} carries it. News that not every reader saw is repeated
/// with the next answer that all see, unless newer news of its tag has come. Called in turns of the
/// monitor.
public final class Notices {
  private record Notice(String tag, int fromGen, Supplier<String> text, Runnable told) {}

  private final NoticeMode mode;
  private final Consumer<String> told;
  private final List<Notice> pending = new ArrayList<>();
  private final Map<String, String> again = new LinkedHashMap<>(); // not all saw it; by tag

  /// @param told takes each text that goes with an answer
  public Notices(NoticeMode mode, Consumer<String> told) {
    this.mode = mode;
    this.told = told;
  }

  /// Posts a notice, which replaces an earlier one of the same tag.
  ///
  /// @param fromGen the oldest run whose answers may carry it
  /// @param text with Pitstop's mark; empty if it is no longer news. It is made when it is sent:
  ///   the server may have changed again by then
  public void post(String tag, int fromGen, Supplier<String> text, Runnable told) {
    pending.removeIf(n -> n.tag().equals(tag));
    again.remove(tag);
    pending.add(new Notice(tag, fromGen, text, told));
  }

  public void post(String tag, int fromGen, Supplier<String> text) {
    post(tag, fromGen, text, () -> {});
  }

  /// The agent knows this news by other means, or the news is no longer true.
  ///
  /// @param tag the tag, or the common beginning of several
  public void drop(String tag) {
    pending.removeIf(n -> n.tag().startsWith(tag));
    again.keySet().removeIf(t -> t.startsWith(tag));
  }

  public boolean isEmpty() {
    return pending.isEmpty() && again.isEmpty();
  }

  /// Whether an answer of this run carries the pending news.
  boolean mayGo(int gen) {
    return !pending.isEmpty() && pending.stream().allMatch(n -> n.fromGen() <= gen);
  }

  /// Puts the pending news into an answer to a `tools/call`, if it can carry them.
  ///
  /// @param open whether the tool's structured results may have a member of Pitstop's
  /// @param aside a text for this answer alone, or empty
  /// @return whether everything that there was to say is in it
  public boolean into(Splice splice, Message.Response answer, int gen, boolean open, String aside) {
    boolean go = mayGo(gen);
    if (mode == NoticeMode.OFF || (!go && aside.isEmpty() && again.isEmpty())) {
      return false;
    }
    Optional<NoticePlace> place = NoticePlace.in(answer, open);
    if (place.isEmpty()) {
      return false;
    }
    boolean all = place.get().seenByAll();
    List<String> texts = new ArrayList<>(all ? again.values() : List.of());
    Map<String, String> news = go ? take() : Map.of();
    texts.addAll(news.values());
    texts.add(aside);
    if (all) {
      again.clear();
    } else {
      again.putAll(news); // readers of structures have not seen it
    }
    String text = joined(texts);
    if (!text.isEmpty()) {
      place.get().put(splice, text);
      told.accept(text);
    }
    return true;
  }

  /// Takes the news that no answer carries, for a caller who asks. Empty if there is none.
  public String takeUnsaid() {
    return mode == NoticeMode.OFF ? joined(take().values()) : "";
  }

  /// The pending news by tag, which are told now.
  private Map<String, String> take() {
    Map<String, String> texts = new LinkedHashMap<>();
    pending.forEach(n -> texts.put(n.tag(), n.text().get()));
    List<Notice> now = List.copyOf(pending);
    pending.clear();
    now.forEach(n -> n.told().run());
    return texts;
  }

  private static String joined(Collection<String> texts) {
    List<String> said = new ArrayList<>(texts);
    said.removeIf(String::isEmpty);
    return String.join("\n", said);
  }
}
