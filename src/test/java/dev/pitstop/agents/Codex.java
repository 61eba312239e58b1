package dev.pitstop.agents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// OpenAI's Codex, which takes what a model can do from its name.
///
/// @param model `gpt-5.5` looks for tools with `tool_search`, those from `gpt-5.6` on write
///   programs
/// @param hearsListChanges whether its feature `mcp_tool_list_changed` is on
record Codex(String name, String model, boolean hearsListChanges) implements Agent {
  private static final String PROGRAM = "@openai/codex/vendor/x86_64-unknown-linux-musl/bin/codex";

  @Override
  public String missing() {
    return Installed.missing(PROGRAM);
  }

  @Override
  public Command configure(Path home, String url, List<String> server) throws IOException {
    Path config = Files.createDirectory(home.resolve(".codex")).resolve("config.toml");
    Files.writeString(
        config,
        """
        model = "%s"
        model_provider = "scripted"
        approval_policy = "never"
        sandbox_mode = "danger-full-access"
        check_for_update_on_startup = false
        web_search = "disabled"
        [analytics]
        enabled = false
        [features]
        mcp_tool_list_changed = %s
        apps = false
        plugins = false
        [model_providers.scripted]
        name = "scripted"
        base_url = "%s/v1"
        wire_api = "responses"
        env_key = "SCRIPTED_KEY"
        request_max_retries = 0
        stream_max_retries = 0
        [mcp_servers.%s]
        command = %s
        args = %s
        env = { PITSTOP_NO_BUILD = "1" }
        required = true
        """
            .formatted(
                model,
                hearsListChanges,
                url,
                SERVER,
                Transcript.GSON.toJson(server.getFirst()),
                Installed.json(server.subList(1, server.size()))));
    return new Command(
        List.of(
            Installed.file(PROGRAM).toString(), "exec", "--skip-git-repo-check", "--json", PROMPT),
        Map.of("SCRIPTED_KEY", "made-up"));
  }
}
