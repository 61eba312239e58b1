package dev.pitstop.rpc;

import java.util.Optional;

/// One parsed line of the wire: its kind in JSON-RPC 2.0, and the positions in the original bytes
/// of the parts that routing needs. The bytes are the parsed array itself and never change, so a
/// message can pass between threads. [Splice] makes a new array for a changed message.
public sealed interface Message {
  /// The error codes of JSON-RPC 2.0 section 5.1 for a line that is no message.
  int PARSE_ERROR = -32700;

  int INVALID_REQUEST = -32600;

  /// The original line, without its line end.
  byte[] bytes();

  /// A request: method and id.
  ///
  /// @param params the parameters, an object, or [Span#NONE]
  record Request(
      byte[] bytes, RequestId id, Span idSpan, String method, Span params, Members inParams)
      implements Message {
    public Request(byte[] bytes, RequestId id, Span idSpan, String method) {
      this(bytes, id, idSpan, method, Span.NONE, Members.NONE);
    }

    /// A member of the parameters, or [Span#NONE]. Costs the same whatever the message's size.
    public Span param(String name) {
      return inParams.find(name);
    }
  }

  /// A notification: method, no id.
  ///
  /// @param params the parameters, an object, or [Span#NONE]
  record Notification(byte[] bytes, String method, Span params, Members inParams)
      implements Message {
    public Span param(String name) {
      return inParams.find(name);
    }
  }

  sealed interface Response extends Message {
    /// The span of the id; [Span#NONE] if there is none.
    Span idSpan();

    default Splice under(RequestId request) {
      return new Splice(bytes()).put(request, idSpan());
    }
  }

  /// A successful response.
  ///
  /// @param result the result, any JSON value
  record Result(byte[] bytes, RequestId id, Span idSpan, Span result, Members inResult)
      implements Response {
    /// A member of the result, or [Span#NONE]. Costs the same whatever the message's size.
    public Span member(String name) {
      return inResult.find(name);
    }
  }

  /// An error response. Its id is null if the request's id could not be read (JSON-RPC 2.0 section
  /// 5).
  ///
  /// @param id empty if the id is null or absent
  /// @param idSpan the span of the id, even if the id is null; [Span#NONE] if it is absent
  record Failure(byte[] bytes, Optional<RequestId> id, Span idSpan, Span error, Members inError)
      implements Response {
    public Span member(String name) {
      return inError.find(name);
    }
  }

  /// A line that is none of the above.
  ///
  /// @param code the JSON-RPC error code
  /// @param id the id to answer under, if the message is valid JSON with a valid id. Always empty
  ///   with [#PARSE_ERROR], which JSON-RPC answers under a null id
  /// @param detail what is wrong, in a few words, for the message of the error
  record Malformed(byte[] bytes, int code, Optional<RequestId> id, String detail, Head head)
      implements Message {}
}
