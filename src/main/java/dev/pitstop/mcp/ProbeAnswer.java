package dev.pitstop.mcp;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.Set;
import java.util.function.Predicate;

/// What an answer to `server/discover` shows of the server's era (stdio page, "Backward
/// Compatibility").
public enum ProbeAnswer {
  /// It speaks the modern revision that Pitstop speaks.
  MODERN,
  /// It may be a legacy server: `initialize` is next. Every answer that is not clearly modern
  /// counts, because legacy servers answer in many ways before `initialize`.
  LEGACY,
  /// It is modern, but shares no revision with Pitstop, or requires a capability that the client
  /// does not have: `initialize` would fail too.
  OF_NO_USE;

  private static final String HEADER_MISMATCH = "-32020";
  private static final String MISSING_CAPABILITY = "-32021";
  private static final String UNSUPPORTED_VERSION = "-32022";

  public static ProbeAnswer of(Message.Response answer) {
    if (answer instanceof Message.Result r) {
      return discovers(r) ? MODERN : LEGACY;
    }
    return answer instanceof Message.Failure f && isFinal(f) ? OF_NO_USE : LEGACY;
  }

  /// Whether a result is one of `server/discover`: it names Pitstop's revision, or leaves the
  /// revisions out but has capabilities.
  private static boolean discovers(Message.Result r) {
    Span versions = r.member("supportedVersions");
    return versions.present()
        ? names(r.bytes(), versions, false)
        : Json.isObject(r.bytes(), r.member("capabilities"));
  }

  /// Whether a server that has answered `initialize` before may have become a modern one, as it
  /// refuses it like this: it does not know the method, misses what every modern request has, or
  /// names the modern revision. Any other error is a failed start.
  public static boolean leavesOpen(Message.Failure f) {
    String code = f.member("code").text(f.bytes());
    return Set.of("-32600", "-32601", "-32602", UNSUPPORTED_VERSION).contains(code)
        || Json.string(f.bytes(), f.member("message")).contains(Revisions.MODERN);
  }

  private static boolean isFinal(Message.Failure f) {
    String code = f.member("code").text(f.bytes());
    Span supported = Json.member(f.bytes(), f.member("data"), "supported");
    return code.equals(UNSUPPORTED_VERSION)
        ? Json.isArray(f.bytes(), supported) && !names(f.bytes(), supported, true)
        : code.equals(HEADER_MISMATCH) || code.equals(MISSING_CAPABILITY);
  }

  /// Whether a list of revisions contains Pitstop's, or a legacy one.
  private static boolean names(byte[] b, Span revisions, boolean legacy) {
    Predicate<String> older = r -> !r.isEmpty() && r.compareTo(Revisions.MODERN) < 0;
    return Json.elements(b, revisions).stream()
        .map(s -> Json.string(b, s))
        .anyMatch(legacy ? older : Revisions.MODERN::equals);
  }
}
