/// The ways to a server: a channel opens runs, a link leads to one of them, events tell what it
/// says and how it ends.
package dev.pitstop.channel;
