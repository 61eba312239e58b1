/// Reloads that follow from changed files, and what is found in a server's sources.
package dev.pitstop.session.watching;
