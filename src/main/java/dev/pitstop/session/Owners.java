package dev.pitstop.session;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.catalog.UriTemplate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Whose a name or a URI is (M3). In turns.
final class Owners {
  /// A thing and the server that has it.
  ///
  /// @param inner by which the server knows it
  record Owned(Member member, String inner) {}

  /// How many owners of resources each of the two tables below remembers, and of URIs how long:
  /// nobody who means well has longer ones, and a client cannot fill the heap with them.
  private static final int MOST = 1_000;

  private static final int LONGEST = 4 * 1024;

  private final Supplier<Collection<Member>> all;
  private final Function<String, Optional<Member>> byName;
  private final Map<String, UriTemplate> templates = new HashMap<>();
  private final Map<String, Member> found = new HashMap<>(); // by asking, as nobody lists them

  /// What {@link #resource} has answered since the lists last changed: whoever reads a resource
  /// again need not have all servers and templates looked through (S1).
  private final Map<String, Owned> looked = new HashMap<>();

  Owners(Supplier<Collection<Member>> all, Function<String, Optional<Member>> byName) {
    this.all = all;
    this.byName = byName;
  }

  /// The server of this name.
  Optional<Member> member(String name) {
    return byName.apply(name);
  }

  /// The owner of a tool or prompt by its outside name: the one that the name itself tells.
  Optional<Owned> named(Kind kind, String outside) {
    // On the way of each call: no lambdas, see Monitor.
    Optional<Member> owner = byName.apply(Namespace.server(outside));
    if (owner.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> inner = owner.get().offer().inner(kind, outside);
    return inner.isPresent() ? Optional.of(new Owned(owner.get(), inner.get())) : Optional.empty();
  }

  /// The owner of a resource: the first that lists it; of `server+URI` that server; the first with
  /// a template that fits; the one that was found by asking.
  Optional<Owned> resource(String uri) {
    Owned before = looked.get(uri);
    if (before != null) {
      return Optional.of(before);
    }
    Optional<Owned> owner = lookUp(uri);
    if (owner.isPresent()) {
      put(looked, uri, owner.get());
    }
    return owner;
  }

  private static <T> void put(Map<String, T> map, String uri, T value) {
    if (uri.length() > LONGEST) {
      return;
    }
    if (map.size() >= MOST) {
      map.clear();
    }
    map.put(uri, value);
  }

  private Optional<Owned> lookUp(String uri) {
    for (Member m : all.get()) {
      if (m.offer().now().find(Kind.RESOURCES, uri).isPresent()) {
        return Optional.of(new Owned(m, uri));
      }
    }
    Optional<Owned> prefixed = prefixed(uri);
    if (prefixed.isPresent()) {
      return prefixed;
    }
    for (Member m : all.get()) {
      if (hasTemplateFor(m.offer().now(), uri)) {
        return Optional.of(new Owned(m, uri));
      }
    }
    Member known = found.get(uri);
    return known == null ? Optional.empty() : Optional.of(new Owned(known, uri));
  }

  /// `server+URI`, for one that an earlier server has, too.
  private Optional<Owned> prefixed(String uri) {
    int plus = uri.indexOf('+');
    if (plus <= 0) {
      return Optional.empty();
    }
    String inner = uri.substring(plus + 1);
    return byName
        .apply(uri.substring(0, plus))
        .filter(m -> m.offer().now().find(Kind.RESOURCES, inner).isPresent())
        .map(m -> new Owned(m, inner));
  }

  private boolean hasTemplateFor(Catalog catalog, String uri) {
    for (Entry e : catalog.entries(Kind.TEMPLATES)) {
      if (templates.computeIfAbsent(e.key(), UriTemplate::compile).matches(uri)) {
        return true;
      }
    }
    return false;
  }

  /// The owner of a template as it is listed.
  Optional<Owned> template(String template) {
    for (Member m : all.get()) {
      if (m.offer().now().find(Kind.TEMPLATES, template).isPresent()) {
        return Optional.of(new Owned(m, template));
      }
    }
    return resource(template);
  }

  /// The name under which the client knows a resource of this server: its URI, unless an earlier
  /// server has the same.
  String outside(Member owner, String uri) {
    for (Member m : all.get()) {
      if (m.offer().now().find(Kind.RESOURCES, uri).isPresent()) {
        return m.equals(owner) || owner.offer().now().find(Kind.RESOURCES, uri).isEmpty()
            ? uri
            : owner.name() + "+" + uri;
      }
    }
    return uri;
  }

  /// This one has answered for a URI that nobody lists; perhaps in its last moments, after {@link
  /// #removed}.
  void found(String uri, Member by) {
    if (!by.removed()) {
      put(found, uri, by);
    }
  }

  /// This one is no more: nothing of it is kept.
  void removed(Member gone) {
    found.values().removeIf(gone::equals);
    looked.values().removeIf(owned -> owned.member().equals(gone));
  }

  /// The lists changed: another may be the owner, and templates that are gone need not be kept.
  void changed() {
    templates.clear();
    looked.clear();
  }
}
