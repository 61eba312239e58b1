/// The commands of a second terminal: `ps`, `logs`, `calls`, `reload`, `stop`, `rerun`. Start with
/// [MonitoringCommand].
package dev.pitstop.cli.monitoring;
