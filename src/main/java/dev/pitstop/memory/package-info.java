/// How the sessions of one JVM share its heap. A leaf: imports nothing else of Pitstop.
package dev.pitstop.memory;
