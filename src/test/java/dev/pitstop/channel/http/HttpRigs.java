package dev.pitstop.channel.http;

import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Setup;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives a test the rig that its parameter asks for, and a run of it: a greeted legacy session. The
/// rig is closed after the test, which fails if it has left anything.
final class HttpRigs implements ParameterResolver {
  /// A daemon of the modern era.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Modern {}

  /// One that speaks HTTP with SSE.
  @Retention(RetentionPolicy.RUNTIME)
  @interface OldTransport {}

  /// One that refuses a stream for all.
  @Retention(RetentionPolicy.RUNTIME)
  @interface NoStream {}

  /// Its streams can be resumed.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Resumable {}

  /// The run has said nothing yet.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Opened {}

  /// The run listens on the stream for all.
  @Retention(RetentionPolicy.RUNTIME)
  @interface Listening {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == HttpRig.class || type == HttpRig.Talk.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var rigs = context.getStore(ExtensionContext.Namespace.create(HttpRigs.class));
    if (parameter.getParameter().getType() == HttpRig.Talk.class) {
      return talk(rigs.get(HttpRig.class, HttpRig.class), parameter);
    }
    HttpRig rig = rig(parameter);
    rigs.put(HttpRig.class, rig);
    return rig;
  }

  private static HttpRig rig(ParameterContext p) {
    if (p.isAnnotated(OldTransport.class)) {
      return HttpRig.ofOldTransport(Setup.oldSse());
    }
    Setup setup = p.isAnnotated(Modern.class) ? Setup.modern() : Setup.legacy();
    Setup kept = p.isAnnotated(Resumable.class) ? setup.resumable() : setup;
    return new HttpRig(p.isAnnotated(NoStream.class) ? kept.get(Answer.status(405)) : kept);
  }

  private static HttpRig.Talk talk(HttpRig rig, ParameterContext p) {
    HttpRig.Talk talk = p.isAnnotated(Opened.class) ? rig.open() : rig.greeted();
    if (p.isAnnotated(Listening.class)) {
      rig.daemon.awaitListening(1);
    }
    return talk;
  }
}
