package dev.pitstop.e2e;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/// The official Java SDK's servlet in Tomcat, started by tests as a process of its own with `--port
/// N`: Streamable HTTP of the legacy era at `/mcp`, with sessions and a GET stream.
///
/// Tools: `echo` {text}, `pid`, `grow` (adds the tool `grown`).
public final class HttpJavaSdkServer {
  private HttpJavaSdkServer() {}

  /// Serves at 127.0.0.1 until the process is ended, and says on stdout where.
  public static void main(String[] args) throws Exception {
    HttpServletStreamableServerTransportProvider servlet =
        HttpServletStreamableServerTransportProvider.builder()
            .jsonMapper(McpJsonDefaults.getMapper())
            .mcpEndpoint("/mcp")
            .build();
    addTools(
        McpServer.sync(servlet)
            .serverInfo("http-java-sdk", "2.1.0")
            .capabilities(ServerCapabilities.builder().tools(true).build())
            .build());
    serve(servlet, Integer.parseInt(args[List.of(args).indexOf("--port") + 1]));
  }

  private static void serve(HttpServletStreamableServerTransportProvider servlet, int port)
      throws LifecycleException, IOException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("tomcat-").toString());
    Connector connector = new Connector();
    connector.setProperty("address", "127.0.0.1");
    connector.setPort(port);
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    Wrapper wrapper = Tomcat.addServlet(context, "mcp", servlet);
    wrapper.setAsyncSupported(true);
    context.addServletMappingDecoded("/mcp/*", "mcp");
    tomcat.start();
    System.out.println("listening on " + connector.getLocalPort());
    tomcat.getServer().await();
  }

  private static void addTools(McpSyncServer server) {
    server.addTool(tool("echo", arguments -> String.valueOf(arguments.get("text"))));
    server.addTool(tool("pid", arguments -> Long.toString(ProcessHandle.current().pid())));
    server.addTool(
        tool(
            "grow",
            arguments -> {
              server.addTool(tool("grown", a -> "grown"));
              return "grown";
            }));
  }

  private static SyncToolSpecification tool(
      String name, Function<Map<String, Object>, String> body) {
    return SyncToolSpecification.builder()
        .tool(Tool.builder(name, Map.of("type", "object")).description(name + " in Java").build())
        .callHandler((exchange, request) ->
            CallToolResult.builder().textContent(List.of(body.apply(request.arguments()))).build())
        .build();
  }
}
