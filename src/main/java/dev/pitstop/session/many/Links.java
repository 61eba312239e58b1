package dev.pitstop.session.many;

import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Owners;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/// The URIs of resources in a server's answers: links and embedded resources in results of tools
/// and in prompts, and contents of a read. Each URI must lead back to its server (K31). A URI that
/// would lead to another server is written as `server+URI`.
final class Links {
  /// One URI and its position.
  record Link(Span at, String uri) {}

  /// The resource that the client asked for, if it asked for one.
  ///
  /// @param outside the URI as the client knows it
  /// @param inner the URI as the server knows it
  record Asked(String outside, String inner) {
    static final Asked NOTHING = new Asked("", "");
  }

  /// A longer answer is searched outside turns.
  static final int SHORT = 16 * 1024;

  /// How many links are handled. No reader of a result follows more.
  private static final int MOST = 10_000;

  private static final byte[] URI = Messages.utf8("\"uri\"");

  private Links() {}

  /// Whether the answer to such a request may contain any.
  static boolean mayBeIn(String method) {
    return method.equals(Methods.TOOLS_CALL)
        || method.equals(Methods.RESOURCES_READ)
        || method.equals(Methods.PROMPTS_GET);
  }

  /// All URIs in a result. The time grows with the result; a result without any takes little.
  static List<Link> in(Message.Result r) {
    byte[] b = r.bytes();
    if (!names(b, r.result())) {
      return List.of();
    }
    Finder finder = new Finder(b);
    Json.elements(b, r.member("content"), finder);
    Json.elements(b, r.member("contents"), finder.contents());
    Json.elements(b, r.member("messages"), finder.messages());
    return finder.found;
  }

  /// Whether there is a member of this name, in its usual spelling.
  private static boolean names(byte[] b, Span in) {
    for (int i = in.from(); i + URI.length <= in.to(); i++) {
      if (b[i] == URI[0] && Arrays.equals(b, i, i + URI.length, URI, 0, URI.length)) {
        return true;
      }
    }
    return false;
  }

  /// Searches blocks of content.
  private static final class Finder implements Predicate<Span> {
    private final byte[] bytes;
    private final List<Link> found = new ArrayList<>(0);

    Finder(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public boolean test(Span block) {
      String type = Json.string(bytes, Json.member(bytes, block, "type"));
      if (type.equals("resource_link")) {
        add(block);
      } else if (type.equals("resource")) {
        add(Json.member(bytes, block, "resource"));
      }
      return found.size() < MOST;
    }

    private void add(Span resource) {
      Span uri = Json.member(bytes, resource, "uri");
      if (Json.isString(bytes, uri)) {
        found.add(new Link(uri, Json.string(bytes, uri)));
      }
    }

    Predicate<Span> contents() {
      return resource -> {
        add(resource);
        return found.size() < MOST;
      };
    }

    Predicate<Span> messages() {
      return message -> {
        Span said = Json.member(bytes, message, "content");
        if (Json.isArray(bytes, said)) {
          Json.elements(bytes, said, this);
        } else {
          test(said);
        }
        return found.size() < MOST;
      };
    }
  }

  /// Makes the links lead back to the server that answered. The requested resource keeps the
  /// client's URI. Called in a turn.
  static void lead(Splice splice, List<Link> links, Asked asked, Member by, Owners owners) {
    for (Link link : links) {
      String outside =
          link.uri().equals(asked.inner()) ? asked.outside() : owners.shown(by, link.uri());
      if (!outside.equals(link.uri())) {
        splice.replace(link.at(), Messages.utf8(Json.quote(outside)));
      }
    }
  }
}
