package dev.pitstop.e2e;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// A small real server on the official Java SDK, started by tests as a process of its own.
///
/// Tools: `echo` {text}, `pid`, `roots` (asks the client), `crash`, `grow` (adds the tool `grown`).
public final class JavaSdkServer {
  private JavaSdkServer() {}

  /// Serves on stdin and stdout until stdin ends.
  public static void main(String[] args) {
    CompletableFuture<McpSyncServer> self = new CompletableFuture<>();
    McpSyncServer server =
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
            .serverInfo("java-sdk", "2.1.0")
            .instructions("A small server on the Java SDK.")
            .capabilities(ServerCapabilities.builder().tools(true).build())
            .tools(tools(self)) // before it reads, so that its first list has them
            .build();
    self.complete(server);
  }

  private static List<SyncToolSpecification> tools(CompletableFuture<McpSyncServer> self) {
    return List.of(
        tool("echo", arguments -> String.valueOf(arguments.get("text"))),
        tool("pid", arguments -> Long.toString(ProcessHandle.current().pid())),
        tool(
            "crash",
            arguments -> {
              System.err.println(
                  "Exception in thread \"main\" java.lang.IllegalStateException: broken");
              Runtime.getRuntime().halt(3);
              return "unreachable";
            }),
        tool(
            "grow",
            arguments -> {
              self.join().addTool(tool("grown", a -> "grown"));
              return "grown";
            }),
        SyncToolSpecification.builder()
            .tool(described("roots"))
            .callHandler((exchange, request) -> text(exchange.listRoots().roots().getFirst().uri()))
            .build());
  }

  private static SyncToolSpecification tool(
      String name, Function<Map<String, Object>, String> body) {
    return SyncToolSpecification.builder()
        .tool(described(name))
        .callHandler((exchange, request) -> text(body.apply(request.arguments())))
        .build();
  }

  private static Tool described(String name) {
    return Tool.builder(name, Map.of("type", "object")).description(name + " in Java").build();
  }

  private static CallToolResult text(String text) {
    return CallToolResult.builder().textContent(List.of(text)).build();
  }
}
