package dev.pitstop.session.members;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.catalog.UriTemplate;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/// Which server owns a name or a URI (M3). Called in turns of the monitor.
public final class Owners {
  /// A thing and its server.
  ///
  /// @param inner the server's name or URI
  public record Owned(Member member, String inner) {}

  /// The owners of a URI, as far as known without asking.
  ///
  /// @param sure whether the URI belongs to the first owner, whatever that one answers
  /// @param owners possible owners, the likeliest first
  public record Whose(boolean sure, List<Owned> owners) {
    Optional<Owned> first() {
      return owners.isEmpty() ? Optional.empty() : Optional.of(owners.getFirst());
    }
  }

  /// The limits of the tables below: number of entries, and length of names and URIs. No honest
  /// peer exceeds them, and with them a client cannot fill the heap.
  private static final int MOST = 1_000;

  private static final int LONGEST = 4 * 1024;

  private final Collection<Member> all;
  private final Function<String, Optional<Member>> byName;
  private final Consumer<String> whenShown;
  private final Map<String, UriTemplate> templates = new HashMap<>();

  /// Servers that have shown that they have a URI. The URI was in one of their answers, or they
  /// answered for it. It need not be listed.
  private final Map<String, Owned> shown = new LinkedHashMap<>();

  /// Results of {@link #whose} since the lists last changed. Because of them, reading a resource
  /// again need not search all servers and templates (S1).
  private final Map<String, Whose> looked = new LinkedHashMap<>();

  /// Where calls of a tool have gone since the lists last changed. The next call needs no search.
  private final Map<String, Owned> called = new LinkedHashMap<>();

  /// @param all the present members; the collection stays up to date
  /// @param whenShown hears of each URI whose server has shown for the first time that it has it
  public Owners(
      Collection<Member> all,
      Function<String, Optional<Member>> byName,
      Consumer<String> whenShown) {
    this.all = all;
    this.byName = byName;
    this.whenShown = whenShown;
  }

  /// Whether there is more than one server.
  public boolean several() {
    return all.size() > 1;
  }

  /// The owner of a tool that the agent may call: the server's filter allows it.
  public Optional<Owned> callable(String outside) {
    Owned before = called.get(outside); // every call runs this
    if (before != null) {
      return Optional.of(before);
    }
    Optional<Owned> owner = named(Kind.TOOLS, outside);
    if (owner.isEmpty() || !owner.get().member().offer().shows(owner.get().inner())) {
      return Optional.empty();
    }
    put(called, outside, owner.get());
    return owner;
  }

  /// The owner of a tool or prompt. The outside name contains the server's name.
  public Optional<Owned> named(Kind kind, String outside) {
    Optional<Member> owner = byName.apply(Namespace.server(outside));
    if (owner.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> inner = owner.get().offer().inner(kind, outside);
    return inner.isPresent() ? Optional.of(new Owned(owner.get(), inner.get())) : Optional.empty();
  }

  /// The likeliest owner of a resource.
  public Optional<Owned> resource(String uri) {
    return whose(uri).first();
  }

  /// The owners of a URI. Each of these owners is certain: the first server that lists it; for
  /// `server+URI` that server, if it has the URI; the first that listed it and is down. Others are
  /// only possible: a server that has shown it, then those with a matching template, in their
  /// order.
  public Whose whose(String uri) {
    Whose before = looked.get(uri);
    if (before != null) {
      return before;
    }
    Whose whose = lookUp(uri);
    if (!whose.owners().isEmpty()) {
      put(looked, uri, whose);
    }
    return whose;
  }

  /// Adds an entry, and drops the oldest if there are too many.
  private static <T> void put(Map<String, T> map, String uri, T value) {
    if (uri.length() > LONGEST) {
      return;
    }
    map.remove(uri);
    if (map.size() >= MOST) {
      map.remove(map.keySet().iterator().next());
    }
    map.put(uri, value);
  }

  private Whose lookUp(String uri) {
    Optional<Owned> owner =
        first(uri, offer -> offer.now().find(Kind.RESOURCES, uri).isPresent())
            .or(() -> prefixed(uri).filter(this::has));
    if (owner.isPresent()) {
      return new Whose(true, List.of(owner.get()));
    }
    Set<Owned> likely = new LinkedHashSet<>();
    Owned known = shown.get(uri);
    if (known != null) {
      likely.add(known);
    }
    for (Member m : all) {
      if (hasTemplateFor(m.offer().now(), uri)) {
        likely.add(new Owned(m, uri));
      }
    }
    Optional<Owned> down = // a server that is down has left the lists (L2)
        likely.isEmpty()
            ? first(uri, offer -> offer.catalog().find(Kind.RESOURCES, uri).isPresent())
            : Optional.empty();
    return down.isPresent()
        ? new Whose(true, List.of(down.get()))
        : new Whose(false, List.copyOf(likely));
  }

  /// The first server whose offer is like this, as the owner of this.
  private Optional<Owned> first(String inner, Predicate<Offer> like) {
    return all.stream().filter(m -> like.test(m.offer())).findFirst().map(m -> new Owned(m, inner));
  }

  /// The server of a `server+URI`, whether or not it has the URI. A URI like `git+https://host` may
  /// belong to another server.
  public Optional<Owned> prefixed(String uri) {
    int plus = uri.indexOf('+');
    return plus <= 0
        ? Optional.empty()
        : byName.apply(uri.substring(0, plus)).map(m -> new Owned(m, uri.substring(plus + 1)));
  }

  private static String prefixed(Member m, String uri) {
    return m.name() + "+" + uri;
  }

  /// Whether the server is known to have this URI.
  private boolean has(Owned owned) {
    Member m = owned.member();
    return m.offer().catalog().find(Kind.RESOURCES, owned.inner()).isPresent()
        || hasTemplateFor(m.offer().catalog(), owned.inner())
        || owned.equals(shown.get(prefixed(m, owned.inner())))
        || owned.equals(shown.get(owned.inner()));
  }

  private boolean hasTemplateFor(Catalog catalog, String uri) {
    return catalog.entries(Kind.TEMPLATES).stream()
        .map(e -> templates.computeIfAbsent(e.key(), UriTemplate::compile))
        .anyMatch(template -> template.matches(uri));
  }

  /// A server that is down and has a matching template.
  public Optional<Owned> down(String uri) {
    return first(uri, offer -> !offer.isListed() && hasTemplateFor(offer.catalog(), uri));
  }

  /// The owner of a template, which is given as it is listed.
  public Optional<Owned> template(String template) {
    return first(template, offer -> lists(offer, template))
        .or(() -> prefixed(template).filter(o -> lists(o.member().offer(), o.inner())))
        .or(() -> resource(template));
  }

  private static boolean lists(Offer offer, String template) {
    return offer.now().find(Kind.TEMPLATES, template).isPresent();
  }

  /// This server has said or shown that it has a resource with this URI. It may do so in its last
  /// moments, after {@link #removed}.
  ///
  /// @return the URI by which the client finds it: `server+URI` if the URI itself leads to another
  ///   server
  public String shown(Member by, String uri) {
    Optional<Owned> owner = resource(uri);
    if (owner.isPresent() && owner.get().member().equals(by)) {
      return uri;
    }
    String outside = owner.isPresent() ? prefixed(by, uri) : uri;
    shown(outside, new Owned(by, uri));
    return outside;
  }

  /// This server has answered for the client's URI.
  public void shown(String outside, Owned owned) {
    if (!owned.member().removed()) {
      boolean first = !owned.equals(shown.get(outside));
      put(shown, outside, owned);
      looked.remove(outside);
      if (first) {
        whenShown.accept(outside);
      }
    }
  }

  /// This server was removed. Nothing of it is kept.
  public void removed(Member gone) {
    shown.values().removeIf(owned -> owned.member().equals(gone));
    looked.clear();
    called.clear();
  }

  /// What a server offers, or which tools the agent may call, changed. Owners may differ now, and
  /// templates that are gone are dropped.
  public void changed() {
    templates.clear();
    looked.clear();
    called.clear();
  }
}
