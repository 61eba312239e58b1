/// The ways to a server: a channel opens runs, a link leads to one run, and events report what the
/// run says and how it ends.
package dev.pitstop.channel;
