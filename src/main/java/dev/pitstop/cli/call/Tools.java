package dev.pitstop.cli.call;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Listing;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.rpc.Message;
import java.util.List;

/// Where a person calls tools: a server that was started for that, or a running session. One
/// thread.
public interface Tools extends AutoCloseable {
  /// The tools, as the result of `tools/list` on one page. Comes first.
  ///
  /// @throws Refusal if there is no list; the message is for people
  String tools() throws Refusal, InterruptedException;

  /// The tools of a `tools/list` result.
  static List<JsonObject> of(String result) {
    return Listing.parse(Kind.TOOLS, List.of(result)).entries().stream().map(Entry::json).toList();
  }

  /// Calls a tool.
  ///
  /// @param arguments a JSON object
  /// @throws Refusal if there is none; the message is for people
  Message.Response call(String name, String arguments) throws Refusal, InterruptedException;

  /// What the server has written to stderr; after [#close], all of it. Empty if that is seen
  /// elsewhere.
  List<String> stderr();

  @Override
  void close();
}
