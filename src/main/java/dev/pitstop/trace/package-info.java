/// What a program that died wrote, shortened to what explains: the error's head, its causes, the
/// frames of its own files. Pure: lines in, lines out. A leaf.
package dev.pitstop.trace;
