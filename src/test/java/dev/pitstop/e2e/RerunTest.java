package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A rerun with two servers, which do what the file `code.mjs` says. All else is in
/// `dev.pitstop.session.RerunTest`.
@DisplayName("calls again")
@Tag("all")
class RerunTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String SERVER =
      """
      import { createInterface } from "node:readline";
      import { tools } from "./code.mjs";
      const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\\n");
      createInterface({ input: process.stdin }).on("line", (line) => {
        const m = JSON.parse(line);
        if (m.method === "initialize") {
          send({ id: m.id, result: { protocolVersion: m.params.protocolVersion,
            capabilities: { tools: {} }, serverInfo: { name: "small", version: "1" } } });
        } else if (m.method === "tools/list") {
          send({ id: m.id, result: { tools: Object.entries(tools).map(([name, t]) =>
            ({ name, inputSchema: { type: "object" }, annotations: { readOnlyHint: t.reads } })) } });
        } else if (m.method === "tools/call") {
          send({ id: m.id, result: { content: [ { type: "text",
            text: JSON.stringify(tools[m.params.name].run(m.params.arguments)) } ] } });
        } else if (m.id !== undefined) {
          send({ id: m.id, error: { code: -32601, message: "no" } });
        }
      });
      """;

  private void code(int price) {
    write(
        "code.mjs",
        "export const tools = { price: { reads: true, run: (a) => ({ at: Number(process.hrtime"
            + ".bigint() % 1000000007n), price: "
            + price
            + " }) } };\n");
  }

  private void write(String name, String text) {
    try {
      Files.writeString(bench.workDir().resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("many servers: the calls of the server that is reloaded")
  void many() throws IOException {
    code(7);
    write("server.mjs", SERVER);
    Path other = Files.createDirectories(bench.workDir().resolve("other"));
    Files.copy(bench.workDir().resolve("server.mjs"), other.resolve("server.mjs"));
    Files.copy(bench.workDir().resolve("code.mjs"), other.resolve("code.mjs"));
    write(
        "pitstop.json",
        "{\"mcpServers\":{\"one\":{\"command\":\"node\",\"args\":[\"server.mjs\"]},"
            + "\"two\":{\"command\":\"node\",\"args\":[\"server.mjs\"],\"cwd\":\"other\"}}}");
    RawClient client =
        bench.start(List.of(Bench.launcher().toString()), RawClient.Peer.PITSTOP).drainStderr();
    client.handshake();
    client.call("one__price");
    client.call("call_tool", "{'tool':'two__price','arguments':{'of':1}}");
    code(8);
    ToolResult one = client.call("reload_server", "{'name':'one','rerun':'last'}");
    assertThat(one.text()).contains("`one__price`: changed: content[0].text.price: 7 → 8");
    ToolResult two = client.call("reload_server", "{'name':'two','rerun':'last'}");
    assertThat(two.text()).endsWith("`two__price`: same (left out: content[0].text.at)");
    assertThat(two.text()).doesNotContain("one__price");
  }
}
