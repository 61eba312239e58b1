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
    Envelope e = new Envelope(line);
    int end = e.scan(new JsonCursor(scanner, open, 1));
    if (end < 0 || !scanner.endsAfter(end)) {
      return unparsable(line, scanner);
    }
    Optional<RequestId> id = e.id();
    if (!e.versioned) {
      return invalid(line, id, "\"jsonrpc\" must be \"2.0\"");
    }
    if (e.id.present() && id.isEmpty() && !e.idIsNull()) {
      return invalid(line, id, "\"id\" must be a string or a number" + at(e.id));
    }
    return e.method.present() ? call(line, e, id) : response(line, e, id, new Span(open, end));
  }

  private static Message call(byte[] line, Envelope e, Optional<RequestId> id) {
    if (e.result.present() || e.error.present()) {
      return invalid(line, id, "\"method\" and a result or error in one message");
    }
    if (!Json.isString(line, e.method)) {
      return invalid(line, id, "\"method\" must be a string" + at(e.method));
    }
    if (e.params.present() && !Json.isObject(line, e.params)) {
      return invalid(line, id, "\"params\" must be an object" + at(e.params));
    }
    if (e.idIsNull()) {
      return invalid(line, id, "\"id\" must not be null" + at(e.id));
    }
    String method = Json.string(line, e.method);
    return id.isPresent()
        ? new Message.Request(line, id.get(), e.id, method, e.params, e.inParams)
        : new Message.Notification(line, method, e.params, e.inParams);
  }

  private static Message response(byte[] line, Envelope e, Optional<RequestId> id, Span root) {
    if (e.result.present() && e.error.present()) {
      boolean fails = isNull(line, e.result) && Json.isObject(line, e.error);
      if (fails || (isNull(line, e.error) && !isNull(line, e.result))) {
        return parse(new Splice(line).removeMember(root, fails ? "result" : "error").apply());
      }
    }
    if (e.result.present() == e.error.present()) {
      String detail = e.result.present() ? "both \"result\" and \"error\"" : "no \"method\"";
      return invalid(line, id, detail);
    }
    if (e.error.present()) {
      return Json.isObject(line, e.error)
          ? new Message.Failure(line, id, e.id, e.error, e.inError)
          : invalid(line, id, "\"error\" must be an object" + at(e.error));
    }
    return id.isPresent()
        ? new Message.Result(line, id.get(), e.id, e.result, e.inResult)
        : invalid(line, id, "a result without an \"id\"");
  }

  private static Message unparsable(byte[] line, JsonScanner scanner) {
    Head head = Head.of(line);
    return scanner.tooDeep()
        ? new Message.Malformed(
            line, Message.Problem.INVALID_REQUEST, head.id(), scanner.fault(), head)
        : new Message.Malformed(
            line, Message.Problem.PARSE_ERROR, Optional.empty(), scanner.fault(), head);
  }

  private static Message invalid(byte[] line, Optional<RequestId> id, String detail) {
    return new Message.Malformed(line, Message.Problem.INVALID_REQUEST, id, detail, Head.of(line));
  }

  private static boolean isNull(byte[] line, Span value) {
    return line[value.from()] == 'n';
  }

  private static String at(Span span) {
    return " at byte " + span.from();
  }
}
