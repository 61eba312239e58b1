/// Builders run the commands of a reload: the build command, and the command that restarts a
/// daemon.
package dev.pitstop.backend.build;
