/// What a build command says, made short for an agent (requirement R3): capture with bounded
/// memory, recognition of compiler messages, a report. A leaf: the build's process is run
/// elsewhere.
package dev.pitstop.build;
