package dev.pitstop.agents;

import org.junit.jupiter.api.DisplayName;

/// Codex with a model that calls tools from programs, and as it is without configuration: what
/// changes in a list does not reach it.
@DisplayName("Codex, code mode")
class CodexCodeModeTest extends AgentContract {
  CodexCodeModeTest() {
    super(new Codex("codex-code-mode", "gpt-6.1-sol", false));
  }

  @Override
  boolean callsNewTools() {
    return false;
  }

  @Override
  boolean listsTools() {
    return false;
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
