import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A server as its developer has it: Java, compiled by javac, on the official SDK.
public final class Server {
  private Server() {}

  public static void main(String[] args) {
    List<SyncToolSpecification> tools = new ArrayList<>();
    tools.add(tool("greet", "Hello "));
    // MORE TOOLS
    // before it reads: a tool that is added later may cost the SDK the answer to the handshake
    McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
        .serverInfo("java-project", "1.0.0")
        .capabilities(ServerCapabilities.builder().tools(true).build())
        .tools(tools)
        .build();
  }

  private static SyncToolSpecification tool(String name, String word) {
    return SyncToolSpecification.builder()
        .tool(Tool.builder(name, Map.of("type", "object")).description(name).build())
        .callHandler((exchange, request) -> text(word + request.arguments().get("who")))
        .build();
  }

  private static CallToolResult text(String text) {
    return CallToolResult.builder().textContent(List.of(text)).build();
  }
}
