package dev.pitstop.config;

import dev.pitstop.backend.facts.Settings;
import dev.pitstop.channel.Target;

/// The defaults of options that are times, numbers or sizes. [SettingTable] shows them to people.
/// All are constants, so that a start does not load this class.
///
/// The defaults of a program's calls are in [dev.pitstop.channel.Target.Calls] and
/// [dev.pitstop.commandline.CliTool], those of the handshake in
/// [dev.pitstop.session.notices.HandshakePatience]; what an entry of a configuration file means
/// without `order` and `onCrash` is in `EntryReader`.
public final class Defaults {
  public static final long START_MILLIS = Settings.USUAL_START_MILLIS;
  public static final long BUILD_MILLIS = 600_000;
  public static final long HOLD_MILLIS = Target.USUAL_HOLD_MILLIS;
  public static final long DRAIN_MILLIS = 30_000;
  public static final long STOP_MILLIS = 5_000;

  /// Longer than a server that says nothing to `server/discover` is waited for: it, too, is in the
  /// first list.
  public static final long LIST_WAIT_MILLIS = 3_000;

  public static final int HOLD_LIMIT = 1_000;
  public static final int MESSAGE_BYTES = 64 * 1024 * 1024;

  private Defaults() {}
}
