package dev.pitstop.agents;

import org.junit.jupiter.api.DisplayName;

@DisplayName("OpenCode")
class OpenCodeTest extends AgentContract {
  OpenCodeTest() {
    super(new OpenCode());
  }
}
