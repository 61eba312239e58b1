/// `pitstop demo`: a story in the terminal, with a real client, a real server and real builds.
///
/// Start with [Story]; [Stage] shows it.
package dev.pitstop.cli.demo;
