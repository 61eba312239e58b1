package dev.pitstop.agents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Google's Gemini CLI.
record GeminiCli() implements Agent {
  private static final String PROGRAM = "@google/gemini-cli/bundle/gemini.js";

  @Override
  public String name() {
    return "gemini";
  }

  @Override
  public String missing() {
    return Installed.missing(PROGRAM);
  }

  @Override
  public Command configure(Path home, String url, List<String> server) throws IOException {
    Path config = Files.createDirectory(home.resolve(".gemini")).resolve("settings.json");
    Files.writeString(
        config,
        """
        {"general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false},
         "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false},
         "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}},
         "mcpServers": {"%s": {"command": %s, "args": %s, "env": {"PITSTOP_NO_BUILD": "1"}}}}
        """
            .formatted(
                SERVER,
                Transcript.GSON.toJson(server.getFirst()),
                Installed.json(server.subList(1, server.size()))));
    return new Command(
        List.of(
            Installed.onPath("node"),
            Installed.file(PROGRAM).toString(),
            "--yolo",
            "--skip-trust",
            "--model",
            "gemini-2.5-pro",
            "--prompt",
            PROMPT),
        Map.of(
            "GEMINI_API_KEY", "made-up",
            "GOOGLE_GEMINI_BASE_URL", url,
            "GEMINI_CLI_NO_RELAUNCH", "true"));
  }
}
