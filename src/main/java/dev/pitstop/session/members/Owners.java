package dev.pitstop.session.members;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.catalog.UriTemplate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which server owns a name or a URI. Called in turns of the monitor.
public record Owners(Members members) {
  /// A thing and its server.
  ///
  /// @param inner the server's name or URI
  public record Owned(Member member, String inner) {}

  /// The servers to ask for a resource, one after the other.
  ///
  /// @param likely the first of them: those that are known to have it, or probably do
  public record Readers(Set<Member> likely, List<Member> all) {}

  /// The owner of a tool that the agent may call: the server's filter allows it.
  public Optional<Owned> callable(String outside) {
    return named(Kind.TOOLS, outside).filter(o -> o.member().offer().shows(o.inner()));
  }

  /// The owner of a tool or prompt. The outside name contains the server's name.
  public Optional<Owned> named(Kind kind, String outside) {
    return members
        .find(Namespace.server(outside))
        .flatMap(m -> m.offer().inner(kind, outside).map(inner -> new Owned(m, inner)));
  }

  /// The server that has a resource, as far as known without asking: the first that lists it, or
  /// else the first with a matching template. A single server has whatever is asked for.
  public Optional<Member> resource(String uri) {
    return lists(Kind.RESOURCES, uri)
        .or(() -> matching(uri).findFirst())
        .or(() -> members.all().stream().filter(m -> isOnly()).findFirst());
  }

  private boolean isOnly() {
    return members.all().size() == 1;
  }

  /// The servers that may have a resource. If one lists it, that is the only one. Otherwise those
  /// with a matching template come first, then all others that have resources, and at last those
  /// that are starting.
  public Readers readers(String uri) {
    Optional<Member> owner = resource(uri);
    if (owner.isPresent()
        && (isOnly() || owner.get().offer().catalog().find(Kind.RESOURCES, uri).isPresent())) {
      return new Readers(Set.of(owner.get()), List.of(owner.get()));
    }
    Set<Member> likely = matching(uri).collect(Collectors.toCollection(LinkedHashSet::new));
    Set<Member> readers = new LinkedHashSet<>(likely);
    members.all().stream().filter(m -> m.offer().servesResources()).forEach(readers::add);
    members.all().stream().filter(m -> m.offer().isComing()).forEach(readers::add);
    return new Readers(likely, List.copyOf(readers));
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
            members.all().stream().filter(m -> like.test(m.offer().now())),
            members.all().stream().filter(m -> like.test(m.offer().catalog())))
        .distinct();
  }

  private static boolean hasTemplateFor(Catalog catalog, String uri) {
    return catalog.entries(Kind.TEMPLATES).stream()
        .anyMatch(template -> UriTemplate.compile(template.key()).matches(uri));
  }

  /// The owner of a template, which is given as it is listed.
  public Optional<Member> template(String template) {
    return lists(Kind.TEMPLATES, template).or(() -> resource(template));
  }
}
