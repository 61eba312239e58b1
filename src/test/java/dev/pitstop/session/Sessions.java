package dev.pitstop.session;

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
  /// The server of a [SessionDriver] has a build.
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

  /// The server of the test's [SessionDriver], in a legacy session.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Serving {
    /// The tools that it lists, with spaces between.
    String value();
  }

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

  private static final Map<Class<?>, Function<ParameterContext, AutoCloseable>> KINDS =
      Map.of(
          SessionDriver.class,
          p -> new SessionDriver(setup(p)),
          HttpDriver.class,
          p -> HttpDriver.connected(),
          ManyDriver.class,
          Sessions::many,
          ManyWire.class,
          Sessions::wire);

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
    return ManyDriver.connected(
        Stream.of(names.split(" "))
            .filter(name -> !name.isEmpty())
            .map(ManyDriver::spec)
            .toArray(ServerSpec[]::new));
  }

  private static ManyWire wire(ParameterContext p) {
    return p.isAnnotated(Legacy.class)
        ? ManyWire.legacy()
        : p.isAnnotated(Modern.class) ? ManyWire.modern() : new ManyWire();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return KINDS.containsKey(parameter.getParameter().getType())
        || parameter.isAnnotated(Serving.class);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var sessions = context.getStore(ExtensionContext.Namespace.create(Sessions.class));
    var serving = parameter.findAnnotation(Serving.class);
    if (serving.isPresent()) {
      SessionDriver d = sessions.get(SessionDriver.class, SessionDriver.class);
      return d.connect(serving.get().value().split(" "));
    }
    Class<?> type = parameter.getParameter().getType();
    AutoCloseable session = KINDS.get(type).apply(parameter);
    sessions.put(type, session);
    return session;
  }
}
