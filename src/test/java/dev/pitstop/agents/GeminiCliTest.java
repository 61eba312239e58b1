package dev.pitstop.agents;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Gemini CLI")
class GeminiCliTest extends AgentContract {
  GeminiCliTest() {
    super(new GeminiCli());
  }
}
