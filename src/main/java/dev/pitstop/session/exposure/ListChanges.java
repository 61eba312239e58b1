package dev.pitstop.session.exposure;

import com.google.gson.JsonElement;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.members.Membership;
import dev.pitstop.session.members.Subscriptions;
import dev.pitstop.session.notices.ReloadText;
import dev.pitstop.session.texts.EntryFlaws;
import dev.pitstop.text.Words;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Tells the client by `list_changed` that it should fetch a list again: in the legacy era if it
/// was told of such a list, in the modern era on its subscriptions.
///
/// It is told when the list that it would get differs from the one that it has, and from the one of
/// which it was told last. Until it has a list, it has what there was when it could first be told.
/// The order of a list does not count, and unless all changes count, neither do words for people:
/// clients pay for every fetch. A notice tells the agent of those, and the next fetch brings them.
///
/// What belongs together is told once: a change waits for further ones that are on their way, for a
/// limited time. The last change is never lost. Called in turns of the monitor.
final class ListChanges {
  /// How long a change waits for one that is on its way: a server is built, started or asked for
  /// its lists, or a configuration is applied.
  private static final long COMING_MILLIS = 2_000;

  /// How long it waits otherwise, if there are many servers: one event may change several.
  private static final long PAUSE_MILLIS = 50;

  private static final String REWORDED = "reworded"; // the tag of the notice

  private final Wiring wiring;
  private final Members members;
  private final Subscriptions subscriptions;
  private final Predicate<Kind> declared;
  private final Predicate<Kind> awaited;
  private final boolean bad;
  private final boolean all;

  // The servers' own entries, by server; without servers that have none.
  private final Map<Kind, Map<String, List<Entry>>> has = new EnumMap<>(Kind.class);
  private final Map<Kind, Map<String, List<Entry>>> told = new EnumMap<>(Kind.class); // since then

  private final Set<Kind> unfetched = EnumSet.noneOf(Kind.class); // after a `list_changed`
  private Set<Kind> pending = EnumSet.noneOf(Kind.class);
  private Optional<Timers.Timer> timer = Optional.empty(); // for the pending changes
  private long since; // when the first of the pending changes came, by the clock of the timers

  /// @param declared whether a legacy client was told of this list
  /// @param awaited whether the client will soon be given this list as it is then
  ListChanges(
      Wiring wiring,
      Membership membership,
      Subscriptions subscriptions,
      Predicate<Kind> declared,
      Predicate<Kind> awaited) {
    this.wiring = wiring;
    this.members = membership.members();
    this.subscriptions = subscriptions;
    this.declared = declared;
    this.awaited = awaited;
    this.bad = membership.parts().badTools();
    this.all = membership.parts().allListChanges();
  }

  // What the client has.

  /// It may think that there is nothing to list.
  void blind() {
    for (Kind kind : Kind.values()) {
      has.putIfAbsent(kind, Map.of());
    }
  }

  /// It is given the list that there is now.
  void given(Kind kind, Reply reply) {
    given(kind, present(kind), reply);
  }

  /// It is given this list by this reply.
  void given(Kind kind, Map<String, List<Entry>> list, Reply reply) {
    has.put(kind, list);
    told.remove(kind);
    pending.remove(kind);
    wiring.uptake().given(kind);
    if (unfetched.remove(kind)) {
      reply.fetches();
    }
  }

  // What it would get.

  private Map<String, List<Entry>> present(Kind kind) {
    Map<String, List<Entry>> present = new HashMap<>();
    for (Member m : members.all()) {
      List<Entry> listed = m.offer().listing(kind);
      if (!listed.isEmpty()) {
        present.put(m.name(), listed);
      }
    }
    return present;
  }

  /// Lists may have changed, or whether a further change is on its way.
  void compare() {
    long now = wiring.timers().nowMillis();
    boolean first = pending.isEmpty();
    pending = news();
    timer.ifPresent(Timers.Timer::cancel);
    timer = Optional.empty();
    if (!pending.isEmpty()) {
      since = first ? now : since;
      long most = members.changing() ? COMING_MILLIS : members.prefixed() ? PAUSE_MILLIS : 0;
      if (since + most > now) {
        timer = Optional.of(wiring.after(since + most - now, () -> tell(pending)));
      } else {
        tell(pending);
      }
    }
  }

  private Set<Kind> news() {
    Set<Kind> news = EnumSet.noneOf(Kind.class);
    if (members.only().filter(m -> !m.backend().lists().known()).isPresent()) {
      return news; // it is asked when the client asks
    }
    for (Kind kind : Kind.values()) {
      if (hears(kind) && !awaited.test(kind) && isNews(kind, present(kind))) {
        news.add(kind);
      }
    }
    return news;
  }

  private boolean hears(Kind kind) {
    return isLegacy(kind) || subscriptions.want(kind);
  }

  private boolean isLegacy(Kind kind) {
    return wiring.facts().initialized() && declared.test(kind);
  }

  private boolean isNews(Kind kind, Map<String, List<Entry>> there) {
    Map<String, List<Entry>> had = has.computeIfAbsent(kind, k -> there);
    if (there.equals(had)) {
      has.put(kind, there); // one of two equal lists is enough to keep
      return false;
    }
    boolean same = isSame(there, had) || isSame(there, told.getOrDefault(kind, had));
    if (same) {
      told.put(kind, there); // so that it is compared once
    }
    return !same;
  }

  /// Whether two lists are the same in what decides that. Only the servers whose entries differ
  /// take time.
  private boolean isSame(Map<String, List<Entry>> one, Map<String, List<Entry>> other) {
    Set<String> servers = new HashSet<>(one.keySet());
    servers.addAll(other.keySet());
    return servers.stream()
        .allMatch(s -> {
          List<Entry> here = one.getOrDefault(s, List.of());
          List<Entry> there = other.getOrDefault(s, List.of());
          return here.equals(there) || essence(here).equals(essence(there));
        });
  }

  private Set<JsonElement> essence(List<Entry> entries) {
    return entries.stream()
        .filter(e -> bad || EntryFlaws.of(e).isEmpty())
        .map(e -> all ? e.json() : e.essence())
        .collect(Collectors.toSet());
  }

  // What it is told.

  boolean waiting() {
    return !pending.isEmpty();
  }

  /// A reload's answer waits until the client has fetched its changed lists.
  void tellNow() {
    if (pending.stream().anyMatch(wiring.uptake()::gave)) {
      tell(pending);
    }
  }

  /// Announces changes of these lists. The log's name for that is documented.
  private void tell(Set<Kind> kinds) {
    Set<Kind> announced = EnumSet.noneOf(Kind.class);
    for (Kind kind : Kind.values()) {
      if (kinds.contains(kind) && hears(kind)) {
        told.put(kind, present(kind));
        announced.add(kind.announcedAs());
      }
    }
    pending.removeAll(kinds);
    for (Kind kind : Kind.values()) {
      if (announced.contains(kind.announcedAs())) {
        unfetched.add(kind);
      }
    }
    for (Kind kind : announced) {
      if (isLegacy(kind)) {
        wiring.client().send(Messages.notification(kind.changed(), ""));
        wiring.log().info("list-changed-sent", "method", kind.changed());
      }
      subscriptions.changed(kind);
      wiring.uptake().told(kind);
    }
  }

  /// A server has listed something else. If it has only changed words by itself, a notice says
  /// which of them the client does not have.
  void listed(Member m, CatalogChange c) {
    if (!all && !c.byRestart() && !c.diff().isEmpty()) {
      m.server().notices().post(REWORDED, 0, () -> reworded(m));
    }
  }

  private String reworded(Member m) {
    Catalog had = Catalog.empty();
    Catalog now = Catalog.empty();
    for (Kind kind : Kind.values()) {
      if (has.containsKey(kind) && !unfetched.contains(kind) && !isNews(kind, present(kind))) {
        had = had.with(kind, has.get(kind).getOrDefault(m.name(), List.of()));
        now = now.with(kind, m.offer().listing(kind));
      }
    }
    String text = "Server `{}` has changed descriptions, which your list does not show yet:\n{}";
    String changes = Diff.between(had, now).text(ReloadText.DIFF_LINES);
    return changes.isEmpty() ? "" : Words.MARK + Words.fill(text, m.name(), changes);
  }
}
