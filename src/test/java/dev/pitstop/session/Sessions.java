package dev.pitstop.session;

import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.hub.ServerSpec;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives a test the session that its parameter asks for. It is closed after the test, which fails
/// if it has left anything open.
final class Sessions implements ParameterResolver {
  /// A session whose server served these tools and has crashed.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Crashed {
    /// With spaces between.
    String value();
  }

  /// The server that is started for a legacy client, which has said hello.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Begun {}

  /// The modern server of a legacy client.
  @Retention(RetentionPolicy.RUNTIME)
  @interface OverModern {
    /// The tools that it lists, with spaces between.
    String value();
  }

  /// The legacy server of a modern client, which has called its first tool.
  @Retention(RetentionPolicy.RUNTIME)
  @interface OverLegacy {
    /// The tools that it lists, with spaces between.
    String value();
  }

  /// The server has a build; of a [ManyDriver] each has.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Builds {}

  /// A reload stops it before it starts the new one.
  @Retention(RetentionPolicy.RUNTIME)
  @interface StopsFirst {}

  /// No call starts it after a crash.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Reports {}

  /// So many milliseconds a call may take.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Limited {
    /// In milliseconds.
    long value();
  }

  /// The server of the test's [SessionDriver], in a legacy session; or such a session.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Serving {
    /// The tools that it lists, with spaces between.
    String value();
  }

  /// A call starts each server of a [ManyDriver] after a crash.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Respawns {}

  /// The client of a [ManyDriver] has not spoken yet; without this it is a legacy one.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Silent {}

  /// The servers of a [ManyDriver] that are there from the start; none without this.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Servers {
    /// Their names, with spaces between.
    String value();
  }

  /// The client of a [ManyWire] is a legacy one; without this or [Modern] it has not spoken yet.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Legacy {}

  /// It is a modern one.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Modern {}

  private final Map<Class<?>, Function<ParameterContext, AutoCloseable>> kinds;
  private final Function<SessionDriver, FakeServer> usual;

  Sessions() {
    this(SessionDriver::new, SessionDriver::begin);
  }

  private Sessions(
      Function<Setup, SessionDriver> opened, Function<SessionDriver, FakeServer> usual) {
    this.usual = usual;
    kinds =
        Map.of(
            SessionDriver.class,
            p -> opened.apply(setup(p)),
            HttpDriver.class,
            p -> HttpDriver.connected(),
            ManyDriver.class,
            Sessions::many,
            ManyWire.class,
            Sessions::wire);
  }

  /// @param opened makes a session with one server, of the setup that its annotations tell
  static Sessions of(Function<Setup, SessionDriver> opened) {
    return new Sessions(opened, SessionDriver::begin);
  }

  /// @param usual what a server without an annotation is
  static Sessions with(Function<SessionDriver, FakeServer> usual) {
    return new Sessions(SessionDriver::new, usual);
  }

  private static void begin(SessionDriver d, ParameterContext p) {
    p.findAnnotation(Serving.class).ifPresent(s -> d.connect(s.value().split(" ")));
    p.findAnnotation(Crashed.class).ifPresent(c -> d.crash(d.connect(c.value().split(" ")), 1));
  }

  private FakeServer server(SessionDriver d, ParameterContext p) {
    return p.findAnnotation(Serving.class)
        .map(s -> d.connect(s.value().split(" ")))
        .or(() ->
            p.findAnnotation(OverModern.class)
                .map(s -> Bridged.legacyClient(d, s.value().split(" "))))
        .or(() ->
            p.findAnnotation(OverLegacy.class)
                .map(s -> Bridged.modernClient(d, s.value().split(" "))))
        .orElseGet(() -> p.isAnnotated(Begun.class) ? d.begin() : usual.apply(d));
  }

  private static Setup setup(ParameterContext p) {
    Setup setup = p.isAnnotated(Builds.class) ? Setup.PLAIN.building() : Setup.PLAIN;
    Setup ordered = p.isAnnotated(StopsFirst.class) ? setup.stopFirst() : setup;
    Setup respawning = p.isAnnotated(Reports.class) ? ordered.reporting() : ordered;
    return p.findAnnotation(Limited.class)
        .map(limit -> respawning.limited(limit.value()))
        .orElse(respawning);
  }

  private static ManyDriver many(ParameterContext p) {
    String names = p.findAnnotation(Servers.class).map(Servers::value).orElse("");
    ServerSpec[] specs =
        Stream.of(names.split(" "))
            .filter(name -> !name.isEmpty())
            .map(name ->
                ManyDriver.spec(
                    name,
                    ToolFilter.ALL,
                    p.isAnnotated(Respawns.class),
                    p.isAnnotated(Builds.class)))
            .toArray(ServerSpec[]::new);
    return p.isAnnotated(Silent.class) ? new ManyDriver(specs) : ManyDriver.connected(specs);
  }

  private static ManyWire wire(ParameterContext p) {
    return p.isAnnotated(Legacy.class)
        ? ManyWire.legacy()
        : p.isAnnotated(Modern.class) ? ManyWire.modern() : new ManyWire();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return kinds.containsKey(type) || type == FakeServer.class || type == Parked.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var sessions = context.getStore(ExtensionContext.Namespace.create(Sessions.class));
    Class<?> type = parameter.getParameter().getType();
    if (!kinds.containsKey(type)) {
      SessionDriver d = sessions.get(SessionDriver.class, SessionDriver.class);
      return type == Parked.class ? Parked.in(d) : server(d, parameter);
    }
    AutoCloseable session = kinds.get(type).apply(parameter);
    sessions.put(type, session); // from now on it will be closed
    if (session instanceof SessionDriver d) {
      begin(d, parameter);
    }
    return session;
  }
}
