package dev.pitstop.cli.call;

import dev.pitstop.cli.monitoring.Desk;
import dev.pitstop.cli.monitoring.Reading;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Live;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The tools of a running session, through its socket. What the server writes to stderr is seen in
/// the session's journal.
///
/// @param desk where damaged lines are told
record InSession(Live session, Desk desk) implements Tools {
  @Override
  public String tools() throws Refusal {
    return ask("{\"do\":\"tools\"}", "tools").json();
  }

  @Override
  public Message.Response call(String name, String arguments) throws Refusal {
    String request =
        "{\"do\":\"call\",\"name\":" + Json.quote(name) + ",\"arguments\":" + arguments + "}";
    String answer = ask(request, "answer").json("message").orElse("");
    if (Codec.parse(answer.getBytes(StandardCharsets.UTF_8)) instanceof Message.Response r) {
      return r;
    }
    throw new Refusal(1, "session " + session.pid() + " gave no answer");
  }

  private JsonLine ask(String request, String type) throws Refusal {
    String pid = "session " + session.pid();
    try {
      List<JsonLine> said = new ArrayList<>();
      Reading.pass(desk, session.ask(request), said::add);
      return said.stream()
          .filter(line -> line.type().equals(type))
          .findFirst()
          .orElseThrow(() -> new Refusal(1, pid + " ended before it answered"));
    } catch (IOException e) {
      throw new Refusal(1, pid + " cannot be reached: " + e.getMessage());
    }
  }

  @Override
  public List<String> stderr() {
    return List.of();
  }

  @Override
  public void close() {
    // each question has its own connection
  }
}
