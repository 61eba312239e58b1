package dev.pitstop.session.members;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.catalog.UriTemplate;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The table of the servers in a session. Knows which server owns a name or a URI. Called in turns
/// of the monitor.
public final class Members {
  /// A thing and its server.
  ///
  /// @param inner the server's name or URI
  public record Owned(Member member, String inner) {}

  private final boolean prefixed;
  private final Map<String, Member> present = new LinkedHashMap<>();
  private boolean closed;
  private boolean applying;

  public Members(boolean prefixed) {
    this.prefixed = prefixed;
  }

  /// Whether there may be many, so that their names are `server__name`.
  public boolean prefixed() {
    return prefixed;
  }

  /// The server that is shown as it is; empty if there may be many.
  public Optional<Member> only() {
    return prefixed ? Optional.empty() : Optional.of(present.values().iterator().next());
  }

  /// Whether Pitstop is ending. Nothing is added any more then.
  public boolean closed() {
    return closed;
  }

  void close() {
    closed = true;
  }

  /// All members, in the order in which they were added. The collection stays up to date.
  public Collection<Member> all() {
    return present.values();
  }

  /// Those that are members now, for code that may change the table.
  public List<Member> present() {
    return List.copyOf(present.values());
  }

  public List<String> names() {
    return List.copyOf(present.keySet());
  }

  public Optional<Member> find(String name) {
    return Optional.ofNullable(present.get(name));
  }

  /// Whether a configuration is being applied to them.
  void applying(boolean now) {
    applying = now;
  }

  /// Whether there may soon be other lists, if all goes well.
  public boolean changing() {
    return applying || all().stream().anyMatch(m -> m.offer().isChanging());
  }

  // Coming and going.

  /// Enters a member. Its name must be free.
  void add(Member member) {
    present.put(member.name(), member);
  }

  /// Removes a member; something of it may still run.
  void remove(Member member) {
    present.remove(member.name(), member);
  }

  // Owners.

  /// The owner of a tool or prompt. The outside name contains the server's name.
  public Optional<Owned> named(Kind kind, String outside) {
    return find(Namespace.server(outside))
        .flatMap(m -> m.offer().inner(kind, outside).map(inner -> new Owned(m, inner)));
  }

  /// The owner of a tool, by the client's name. The only server has whatever is asked for.
  public Optional<Owned> tool(String outside) {
    return only().map(m -> new Owned(m, outside)).or(() -> named(Kind.TOOLS, outside));
  }

  /// The server that has a resource, as far as known without asking: the first that lists it, or
  /// else the first with a matching template. A single server has whatever is asked for.
  public Optional<Member> resource(String uri) {
    return lists(Kind.RESOURCES, uri)
        .or(() -> matching(uri).findFirst())
        .or(() -> all().stream().filter(m -> present.size() == 1).findFirst());
  }

  /// The servers to ask for a resource, one after the other. If one lists it, that is the only one.
  /// Otherwise those with a matching template come first, then all others that have resources, and
  /// at last those that are starting.
  public List<Member> readers(String uri) {
    Optional<Member> owner = lists(Kind.RESOURCES, uri);
    return owner.isPresent()
        ? List.of(owner.get())
        : Stream.of(
                matching(uri),
                all().stream()
                    .filter(m ->
                        m.backend().serving().filter(run -> run.offers("resources")).isPresent()),
                all().stream().filter(m -> m.offer().isComing()))
            .flatMap(some -> some)
            .distinct()
            .toList();
  }

  private Optional<Member> lists(Kind kind, String key) {
    return having(catalog -> catalog.find(kind, key).isPresent()).findFirst();
  }

  private Stream<Member> matching(String uri) {
    return having(catalog ->
        catalog.entries(Kind.TEMPLATES).stream()
            .anyMatch(template -> UriTemplate.compile(template.key()).matches(uri)));
  }

  /// The servers that offer this, and after them those that are down and have left the lists: what
  /// such a server answers says why.
  private Stream<Member> having(Predicate<Catalog> like) {
    return Stream.concat(
            all().stream().filter(m -> like.test(m.offer().now())),
            all().stream().filter(m -> like.test(m.offer().catalog())))
        .distinct();
  }

  /// The owner of a template, which is given as it is listed.
  public Optional<Member> template(String template) {
    return lists(Kind.TEMPLATES, template).or(() -> resource(template));
  }
}
