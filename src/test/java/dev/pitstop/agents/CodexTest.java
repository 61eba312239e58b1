package dev.pitstop.agents;

import org.junit.jupiter.api.DisplayName;

/// Codex with `tool_search`, and with the feature that hears of changed lists.
@DisplayName("Codex")
class CodexTest extends AgentContract {
  CodexTest() {
    super(new Codex("codex", "gpt-5.5", true));
  }

  @Override
  boolean structureOnly() {
    return true;
  }

  @Override
  String beforeInstructions() {
    return "\n- mcp__" + Agent.SERVER + ": ";
  }

  @Override
  boolean allInstructions() {
    return false;
  }
}
