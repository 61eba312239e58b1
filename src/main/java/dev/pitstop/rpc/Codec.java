package dev.pitstop.rpc;

import java.util.Optional;

/// Parses the bytes of a line into a [Message]: validates the JSON (RFC 8259, but not the UTF-8
/// inside strings, which is forwarded unchanged) and finds the JSON-RPC 2.0 envelope in the same
/// pass. Never throws for any bytes. Stateless.
///
/// Where MCP is stricter than JSON-RPC, the codec follows MCP: a request's id is not null, and
/// `params` is an object. `result` may be any value. It is laxer in one place, as many clients are:
/// of a result and an error in one response, one may be null, and is taken out.
public final class Codec {
  private static final String BATCH =
      "Pitstop takes no JSON-RPC batches, which only revision 2025-03-26 had: send each message by itself";

  private Codec() {}

  /// Parses one line. The array is kept, not copied.
  public static Message parse(byte[] line) {
    JsonScanner scanner = new JsonScanner(line, line.length);
    int p = scanner.space(0);
    if (scanner.at(p) == '{') {
      return object(line, scanner, p);
    }
    return scanner.document(p) < 0
        ? unparsable(line, scanner)
        : invalid(
            line, Optional.empty(), scanner.at(p) == '[' ? BATCH : "a message must be an object");
  }

  private static Message object(byte[] line, JsonScanner scanner, int open) {
    Members all = Members.scan(line, scanner, open, true);
    if (all.end() < 0 || !scanner.endsAfter(all.end())) {
      return unparsable(line, scanner);
    }
    Span idSpan = all.find("id");
    Optional<RequestId> id = RequestId.in(line, idSpan);
    if (!isVersion(line, all.find("jsonrpc"))) {
      return invalid(line, id, "\"jsonrpc\" must be \"2.0\"");
    }
    if (idSpan.present() && id.isEmpty() && !isNull(line, idSpan)) {
      return invalid(line, id, "\"id\" must be a string or a number" + at(idSpan));
    }
    return all.find("method").present()
        ? call(line, all, id, idSpan)
        : response(line, all, id, idSpan, new Span(open, all.end()));
  }

  private static Message call(byte[] line, Members all, Optional<RequestId> id, Span idSpan) {
    Span name = all.find("method");
    Span params = all.find("params");
    if (all.find("result").present() || all.find("error").present()) {
      return invalid(line, id, "\"method\" and a result or error in one message");
    }
    if (!Json.isString(line, name)) {
      return invalid(line, id, "\"method\" must be a string" + at(name));
    }
    if (params.present() && !Json.isObject(line, params)) {
      return invalid(line, id, "\"params\" must be an object" + at(params));
    }
    if (isNull(line, idSpan)) {
      return invalid(line, id, "\"id\" must not be null" + at(idSpan));
    }
    String method = Json.string(line, name);
    Members inParams = all.inside(params);
    return id.isPresent()
        ? new Message.Request(line, id.get(), idSpan, method, params, inParams)
        : new Message.Notification(line, method, params, inParams);
  }

  private static Message response(
      byte[] line, Members all, Optional<RequestId> id, Span idSpan, Span root) {
    Span result = all.find("result");
    Span error = all.find("error");
    if (result.present() && error.present()) {
      boolean fails = isNull(line, result) && Json.isObject(line, error);
      return fails || (isNull(line, error) && !isNull(line, result))
          ? parse(new Splice(line).removeMember(root, fails ? "result" : "error").apply())
          : invalid(line, id, "both \"result\" and \"error\"");
    }
    if (error.present()) {
      return Json.isObject(line, error)
          ? new Message.Failure(line, id, idSpan, error, all.inside(error))
          : invalid(line, id, "\"error\" must be an object" + at(error));
    }
    if (!result.present()) {
      return invalid(line, id, "no \"method\"");
    }
    return id.isPresent()
        ? new Message.Result(line, id.get(), idSpan, result, all.inside(result))
        : invalid(line, id, "a result without an \"id\"");
  }

  private static Message unparsable(byte[] line, JsonScanner scanner) {
    return new Message.Malformed(
        line, Message.PARSE_ERROR, Optional.empty(), scanner.fault(), Head.of(line, line));
  }

  private static Message invalid(byte[] line, Optional<RequestId> id, String detail) {
    return new Message.Malformed(line, Message.INVALID_REQUEST, id, detail, Head.of(line, line));
  }

  private static boolean isNull(byte[] line, Span value) {
    return value.present() && line[value.from()] == 'n';
  }

  private static boolean isVersion(byte[] line, Span value) {
    return Json.isString(line, value) && Json.isNamed(line, value.from(), value.to(), "2.0");
  }

  private static String at(Span span) {
    return " at byte " + span.from();
  }
}
