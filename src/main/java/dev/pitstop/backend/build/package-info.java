/// Builders: a build command, or the command that restarts a daemon.
package dev.pitstop.backend.build;
