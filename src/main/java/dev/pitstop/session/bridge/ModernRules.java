package dev.pitstop.session.bridge;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.mcp.Tasks;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.texts.Refusals;
import java.util.Optional;
import java.util.Set;

/// What a modern server refuses. Pitstop does so where the server itself is not modern. Pure.
public final class ModernRules {
  /// Methods that revision 2026-07-28 no longer has; `ping` is handled elsewhere.
  private static final Set<String> LEGACY_ONLY =
      Set.of(Methods.INITIALIZE, Methods.SET_LEVEL, Methods.SUBSCRIBE, Methods.UNSUBSCRIBE);

  private ModernRules() {}

  /// Why a modern request cannot be served; empty if it can. It has an unknown revision, lacks
  /// required fields (basic/index, "Per-request protocol fields"), uses a method that the revision
  /// no longer has, or is about a task, which the server cannot have made.
  public static Optional<byte[]> refusal(Message.Request r, RequestFacts f) {
    byte[] b = r.bytes();
    Span version = Json.member(b, f.meta(), Meta.PROTOCOL_VERSION);
    String asked = Json.string(b, version);
    if (!Json.isString(b, version)) {
      return missing(r, Meta.PROTOCOL_VERSION, "a string");
    } else if (!asked.equals(Revisions.MODERN)) {
      return Optional.of(Messages.unsupportedVersion(r.id(), asked));
    } else if (!Json.isObject(b, Json.member(b, f.meta(), Meta.CLIENT_CAPABILITIES))) {
      return missing(r, Meta.CLIENT_CAPABILITIES, "an object");
    } else if (Tasks.concern(r.method())) {
      return Optional.of(noTasks(r));
    }
    return LEGACY_ONLY.contains(r.method())
        ? Optional.of(
            Messages.error(r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(r.method())))
        : Optional.empty();
  }

  private static Optional<byte[]> missing(Message.Request r, String key, String type) {
    String text = "`_meta` must have `" + key + "`, " + type + ".";
    return Optional.of(Messages.error(r.id(), Messages.INVALID_PARAMS, text));
  }

  public static byte[] noTasks(Message.Request r) {
    return Messages.error(
        r.id(),
        Messages.METHOD_NOT_FOUND,
        Refusals.noMethod(r.method())
            + ". Pitstop passes tasks on only with one server of the client's era.");
  }
}
