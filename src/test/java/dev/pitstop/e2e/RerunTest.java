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

/// V4: the agent that was told of a crash fixes it, calls once, and reads the outcome. The server
/// does what the file `code.mjs` says.
@DisplayName("calls again (V4)")
@Tag("all")
class RerunTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String SERVER =
      """
      import { createInterface } from "node:readline";
      import { appendFileSync } from "node:fs";
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
          appendFileSync("called", m.params.name + "\\n");
          send({ id: m.id, result: { content: [ { type: "text",
            text: JSON.stringify(tools[m.params.name].run(m.params.arguments)) } ] } });
        } else if (m.id !== undefined) {
          send({ id: m.id, error: { code: -32601, message: "no" } });
        }
      });
      """;

  private void code(String price, String write) {
    write(
        "code.mjs",
        "export const tools = { price: { reads: true, run: (a) => ({ at: Number(process.hrtime"
            + ".bigint() % 1000000007n), price: "
            + price
            + " }) }, write: { reads: false, run: (a) => "
            + write
            + " } };\n");
  }

  private void write(String name, String text) {
    try {
      Files.writeString(bench.workDir().resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> called() {
    try {
      return Files.readAllLines(bench.workDir().resolve("called"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> node() {
    return List.of("node", "server.mjs");
  }

  private RawClient connect() {
    write("server.mjs", SERVER);
    RawClient client = bench.pitstop(node()).drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    return client;
  }

  @Test
  @DisplayName("V4: crash, fix, one call: now works; a call that may have an effect is not sent")
  void crash() {
    code("a.of.length", "process.exit(3)");
    RawClient client = connect();
    assertThat(client.call("price", "{'no':1}").text()).contains("crashed");
    assertThat(client.call("write", "{}").text()).contains("may have taken effect");
    code("(a.of ?? []).length", "'written'");
    ToolResult again = client.call("recompile", "{'rerun':'failed'}");
    assertThat(again.text())
        .contains(
            "\nMade again on the new build:\n- call ",
            " `price`: now works; it failed before: \"",
            " `write`: not sent: not read-only; name it: rerun [");
    assertThat(again.facts().getAsJsonArray("rerun")).hasSize(2);
    assertThat(called()).containsExactly("price", "price", "write", "price");
    String number = again.text().substring(again.text().indexOf("rerun [") + 7);
    ToolResult named =
        client.call("recompile", "{'rerun':[" + number.substring(0, number.indexOf(']')) + "]}");
    assertThat(named.text()).contains(" `write`: now works; it failed before: ");
    assertThat(called()).hasSize(5);
  }

  @Test
  @DisplayName(
      "V4: what changed has its path; a time that differs in the old build too is left out")
  void changed() {
    code("7", "1");
    RawClient client = connect();
    client.call("price", "{'of':'tea'}");
    ToolResult same = client.call("recompile", "{'rerun':'last'}");
    assertThat(same.text()).endsWith("`price`: same (left out: content[0].text.at)");
    code("8", "1");
    ToolResult changed = client.call("recompile", "{'rerun':'last'}");
    assertThat(changed.text())
        .endsWith("`price`: changed: content[0].text.price: 7 → 8 (left out: content[0].text.at)");
  }

  @Test
  @DisplayName("V4: many servers: the calls of the server that is reloaded")
  void many() throws IOException {
    code("7", "1");
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
    client.result(client.request("tools/list", "{}"));
    client.call("one__price");
    client.call("call_tool", "{'tool':'two__price','arguments':{'of':1}}");
    code("8", "1");
    ToolResult one = client.call("reload_server", "{'name':'one','rerun':'last'}");
    assertThat(one.text()).contains("`one__price`: changed: content[0].text.price: 7 → 8");
    ToolResult two = client.call("reload_server", "{'name':'two','rerun':'last'}");
    assertThat(two.text()).endsWith("`two__price`: same (left out: content[0].text.at)");
    assertThat(two.text()).doesNotContain("one__price");
  }
}
