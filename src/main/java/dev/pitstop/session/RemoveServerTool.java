package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `remove_server` (M1): it is gone from all lists at once; calls in flight end with a clear error.
final class RemoveServerTool implements Management.Tool {
  private final Many many;

  RemoveServerTool(Many many) {
    this.many = many;
  }

  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        "remove_server",
        "Remove server",
        "Stops a server and takes its tools away.",
        "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}",
        "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},"
            + "\"removed\":{\"type\":\"boolean\"}},\"required\":[\"name\",\"removed\"]}",
        "{\"destructiveHint\":true,\"idempotentHint\":true,\"openWorldHint\":false}");
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Args args = new Args(arguments);
    String name = args.text("name");
    if (args.wrong().isPresent()) {
      call.fail(args.wrong().get());
      return;
    }
    List<String> names = new ArrayList<>();
    List<Member> removed = new ArrayList<>(1);
    many.wiring()
        .monitor()
        .turn(
            Monitor.By.OTHER,
            () -> {
              many.all().forEach(m -> names.add(m.name()));
              Optional<Member> found = many.find(name);
              if (found.isPresent()) {
                removed.add(found.get());
                many.remove(found.get(), () -> gone(name, call));
              }
            });
    removed.forEach(m -> m.watch().close());
    if (removed.isEmpty()) {
      call.fail(PerServerTool.unknown(name, "name", names));
    }
  }

  private static void gone(String name, ManagedCall call) {
    JsonObject o = new JsonObject();
    o.addProperty("name", name);
    o.addProperty("removed", true);
    call.answer(Words.MARK + "Removed server `" + name + "`; nothing of it runs any more.", o);
  }
}
