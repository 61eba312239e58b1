package dev.pitstop.agents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// OpenCode.
record OpenCode() implements Agent {
  private static final String PROGRAM = "opencode-linux-x64-baseline/bin/opencode";

  @Override
  public String name() {
    return "opencode";
  }

  @Override
  public String missing() {
    return Installed.missing(PROGRAM);
  }

  @Override
  public Command configure(Path home, String url, List<String> server) throws IOException {
    Path config = Files.createDirectories(home.resolve(".config/opencode"));
    Files.writeString(
        config.resolve("opencode.json"),
        """
        {"autoupdate": false, "share": "disabled", "enabled_providers": ["scripted"],
         "model": "scripted/m", "small_model": "scripted/m",
         "provider": {"scripted": {"npm": "@ai-sdk/openai-compatible", "name": "scripted",
           "options": {"baseURL": "%s/v1", "apiKey": "made-up"},
           "models": {"m": {"name": "m", "tool_call": true, "attachment": true,
             "modalities": {"input": ["text", "image"], "output": ["text"]},
             "limit": {"context": 1000000, "output": 8000}}}}},
         "mcp": {"%s": {"type": "local", "command": %s,
           "environment": {"PITSTOP_NO_BUILD": "1"}, "enabled": true}}}
        """
            .formatted(url, SERVER, Installed.json(server)));
    // With a title it does not ask the model for one.
    return new Command(
        List.of(
            Installed.file(PROGRAM).toString(),
            "run",
            "--auto",
            "--print-logs",
            "--title",
            "A title",
            PROMPT),
        Map.of(
            "OPENCODE_DISABLE_AUTOUPDATE", "1",
            "OPENCODE_DISABLE_MODELS_FETCH", "1",
            "OPENCODE_DISABLE_LSP_DOWNLOAD", "1",
            "OPENCODE_DISABLE_DEFAULT_PLUGINS", "1",
            "OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER", "1"));
  }
}
