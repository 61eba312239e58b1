package dev.pitstop.doctor.client;

import dev.pitstop.doctor.client.ClientProfile.Instructions;
import dev.pitstop.doctor.client.ClientProfile.Lists;
import dev.pitstop.doctor.client.ClientProfile.Names;
import dev.pitstop.doctor.client.ClientProfile.Wait;
import dev.pitstop.install.Client;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The known clients, as of November 2026. docs/doctor.md has the same table for people;
/// docs/install.md says which values were measured, and in which version.
public final class ClientProfiles {
  private static final OptionalInt NONE = OptionalInt.empty();
  private static final String TIMEOUT = "`timeout` (in ms) in the server's entry";

  private ClientProfiles() {}

  /// All known clients.
  public static List<ClientProfile> all() {
    return Arrays.stream(Client.values()).map(ClientProfiles::of).toList();
  }

  public static ClientProfile of(Client client) {
    return switch (client) {
      case CLAUDE_CODE ->
          new ClientProfile(
              client,
              ClientSurroundings.SHELL,
              Wait.limit(30_000, "the environment variable `MCP_TIMEOUT` (in ms)"),
              Wait.UNKNOWN,
              Names.limit("mcp__%__", 64),
              new Lists(NONE, OptionalInt.of(16_384), false),
              new Instructions(OptionalInt.of(4_096), false),
              false);
      case CLAUDE_DESKTOP ->
          new ClientProfile(
              client,
              ClientSurroundings.DESKTOP_CLEARED,
              Wait.limit(60_000),
              Wait.limit(60_000),
              Names.limit("", 64),
              Lists.WHOLE,
              Instructions.WHOLE,
              false);
      case CURSOR ->
          new ClientProfile(
              client,
              ClientSurroundings.DESKTOP,
              Wait.UNKNOWN,
              Wait.limit(60_000),
              Names.limit("%", 60),
              new Lists(OptionalInt.of(40), NONE, true),
              Instructions.WHOLE,
              false);
      case VSCODE ->
          new ClientProfile(
              client,
              ClientSurroundings.SHELL,
              Wait.UNKNOWN,
              Wait.UNKNOWN,
              Names.limit("", 64),
              new Lists(OptionalInt.of(128), NONE, false),
              Instructions.WHOLE,
              false);
      case CODEX ->
          new ClientProfile(
              client,
              ClientSurroundings.CLEARED_BY_CODEX,
              new Wait(
                  OptionalLong.of(1_000),
                  OptionalLong.of(30_000),
                  false,
                  Optional.of(
                      "`required = true` in [mcp_servers.NAME] (Codex then waits for the server),"
                          + " and `startup_timeout_sec` for more than 30 s")),
              Wait.limit(300_000, "`tool_timeout_sec` in [mcp_servers.NAME]"),
              Names.limit("mcp__%__", 64),
              Lists.WHOLE,
              new Instructions(OptionalInt.of(250), true),
              true);
      case GEMINI ->
          new ClientProfile(
              client,
              ClientSurroundings.SHELL,
              Wait.limit(600_000, TIMEOUT),
              Wait.limit(600_000, TIMEOUT),
              Names.limit("mcp_%_", 63),
              new Lists(NONE, NONE, true),
              Instructions.WHOLE,
              true);
      case OPENCODE ->
          new ClientProfile(
              client,
              ClientSurroundings.SHELL,
              Wait.limit(30_000, TIMEOUT),
              new Wait(OptionalLong.empty(), OptionalLong.of(60_000), true, Optional.of(TIMEOUT)),
              new Names("%_", NONE),
              Lists.WHOLE,
              Instructions.WHOLE,
              true);
      case ZED ->
          new ClientProfile(
              client,
              ClientSurroundings.SHELL,
              Wait.limit(60_000),
              Wait.limit(60_000),
              new Names("", NONE),
              Lists.WHOLE,
              Instructions.WHOLE,
              false);
      case CLINE ->
          new ClientProfile(
              client,
              ClientSurroundings.CLEARED,
              Wait.limit(3_000),
              Wait.limit(60_000, "`timeout` (in seconds) in the server's entry"),
              Names.limit("", 64),
              Lists.WHOLE,
              Instructions.WHOLE,
              false);
    };
  }
}
