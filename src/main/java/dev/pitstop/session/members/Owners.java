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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which server owns a name or a URI. Called in turns of the monitor.
public final class Owners {
  /// A thing and its server.
  ///
  /// @param inner the server's name or URI
  public record Owned(Member member, String inner) {}

  /// The servers to ask for a resource, one after the other.
  ///
  /// @param likely the first of them: those that are known to have it, or probably do
  public record Readers(Set<Member> likely, List<Member> all) {}

  /// The limits of the tables below: number of entries, and length of names and URIs. No honest
  /// peer exceeds them, and with them a client cannot fill the heap.
  private static final int MOST = 1_000;

  private static final int LONGEST = 4 * 1024;

  private final Collection<Member> all;
  private final Function<String, Optional<Member>> byName;
  private final Map<String, UriTemplate> templates = new HashMap<>();

  /// Owners of URIs since the lists last changed. Because of them, reading a resource again need
  /// not search all servers and templates.
  private final Map<String, Member> looked = new LinkedHashMap<>();

  /// Where calls of a tool have gone since the lists last changed. The next call needs no search.
  private final Map<String, Owned> called = new LinkedHashMap<>();

  /// @param all the present members; the collection stays up to date
  public Owners(Collection<Member> all, Function<String, Optional<Member>> byName) {
    this.all = all;
    this.byName = byName;
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

  /// The server that has a resource, as far as known without asking: the first that lists it, or
  /// else the first with a matching template. A single server has whatever is asked for.
  public Optional<Member> resource(String uri) {
    Member before = looked.get(uri);
    if (before != null) {
      return Optional.of(before);
    }
    Optional<Member> owner = lists(Kind.RESOURCES, uri).or(() -> matching(uri).findFirst());
    owner.ifPresent(m -> put(looked, uri, m));
    return owner.or(() -> all.size() == 1 ? all.stream().findFirst() : Optional.empty());
  }

  /// The servers that may have a resource. If one lists it, that is the only one. Otherwise those
  /// with a matching template come first, then all others that have resources, and at last those
  /// that are starting.
  public Readers readers(String uri) {
    Optional<Member> owner = resource(uri);
    if (owner.isPresent()
        && (all.size() == 1
            || owner.get().offer().catalog().find(Kind.RESOURCES, uri).isPresent())) {
      return new Readers(Set.of(owner.get()), List.of(owner.get()));
    }
    Set<Member> likely = matching(uri).collect(Collectors.toCollection(LinkedHashSet::new));
    Set<Member> readers = new LinkedHashSet<>(likely);
    all.stream().filter(m -> m.offer().servesResources()).forEach(readers::add);
    all.stream().filter(m -> m.offer().isComing()).forEach(readers::add);
    return new Readers(likely, List.copyOf(readers));
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

  /// The first server that lists this.
  private Optional<Member> lists(Kind kind, String key) {
    return having(catalog -> catalog.find(kind, key).isPresent()).findFirst();
  }

  private Stream<Member> matching(String uri) {
    return having(catalog -> hasTemplateFor(catalog, uri));
  }

  /// The servers that offer this, and after them those that are down and have left the lists: what
  /// such a server answers says why.
  private Stream<Member> having(Predicate<Catalog> like) {
    return Stream.concat(
            all.stream().filter(m -> like.test(m.offer().now())),
            all.stream().filter(m -> like.test(m.offer().catalog())))
        .distinct();
  }

  private boolean hasTemplateFor(Catalog catalog, String uri) {
    return catalog.entries(Kind.TEMPLATES).stream()
        .map(e -> templates.computeIfAbsent(e.key(), UriTemplate::compile))
        .anyMatch(template -> template.matches(uri));
  }

  /// The owner of a template, which is given as it is listed.
  public Optional<Member> template(String template) {
    return lists(Kind.TEMPLATES, template).or(() -> resource(template));
  }

  /// What a server offers, or which tools the agent may call, changed, or a server was removed.
  /// Owners may differ now, and templates that are gone are dropped.
  public void changed() {
    templates.clear();
    looked.clear();
    called.clear();
  }
}
