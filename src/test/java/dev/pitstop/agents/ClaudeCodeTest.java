package dev.pitstop.agents;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;

/// Claude Code, where it is installed. It tells its model most tools by name alone, which is enough
/// to call them.
@DisplayName("Claude Code")
class ClaudeCodeTest extends AgentContract {
  ClaudeCodeTest() {
    super(new ClaudeCode(Optional.ofNullable(System.getenv("CLAUDE")).orElse("")));
  }

  @Override
  boolean listsTools() {
    return false;
  }
}
