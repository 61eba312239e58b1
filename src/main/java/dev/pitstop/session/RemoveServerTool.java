package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.RunEnd;
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
        "Stops a server and takes its tools away.",
        "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}",
        "{\"destructiveHint\":true,\"idempotentHint\":true,\"openWorldHint\":false}");
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    Args args = new Args(PerServerTool.meant(arguments, "name"));
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
                List<Run> were = found.get().backend().snapshot().live();
                removed.add(found.get());
                many.remove(found.get(), () -> gone(name, were, call));
              }
            });
    if (removed.isEmpty()) {
      call.fail(PerServerTool.unknown(many, name, "name", names));
    }
  }

  /// In a turn.
  private static void gone(String name, List<Run> were, ManagedCall call) {
    JsonObject o = new JsonObject();
    o.addProperty("name", name);
    o.addProperty("removed", true);
    List<String> left = new ArrayList<>();
    for (Run run : were) {
      if (run.facts().pid().isPresent() && run.end().flatMap(RunEnd::exit).isEmpty()) {
        left.add("pid " + run.facts().pid().getAsLong());
      }
    }
    String what =
        left.isEmpty()
            ? "`; nothing of it runs any more."
            : "`. But "
                + String.join(", ", left)
                + " did not end, not even by SIGKILL; it may hang in the kernel.";
    call.answer(Words.MARK + "Removed server `" + name + what, o);
  }
}
