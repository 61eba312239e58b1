package dev.pitstop.agents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Claude Code. It is not among the packages that `./test` installs: nobody has tried this with the
/// client itself.
///
/// @param program where it is, or empty
record ClaudeCode(String program) implements Agent {
  @Override
  public String name() {
    return "claude-code";
  }

  @Override
  public String missing() {
    return program.isEmpty() ? "optional: CLAUDE=/path/to/claude says where it is installed" : "";
  }

  @Override
  public Command configure(Path home, String url, List<String> server) throws IOException {
    Path config = home.resolve("mcp.json");
    Files.writeString(
        config,
        """
        {"mcpServers": {"%s": {"type": "stdio", "command": %s, "args": %s,
          "env": {"PITSTOP_NO_BUILD": "1"}}}}
        """
            .formatted(
                SERVER,
                Transcript.GSON.toJson(server.getFirst()),
                Installed.json(server.subList(1, server.size()))));
    return new Command(
        List.of(
            program,
            "--print",
            PROMPT,
            "--mcp-config",
            config.toString(),
            "--strict-mcp-config",
            "--allowedTools",
            "mcp__" + SERVER),
        Map.of(
            "ANTHROPIC_BASE_URL", url,
            "ANTHROPIC_API_KEY", "made-up",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1",
            "DISABLE_AUTOUPDATER", "1"));
  }
}
