/// The ways to a server: a [dev.pitstop.channel.Channel] opens runs, a link leads to one run, and
/// events report what the run says and how it ends. A backend knows only this package; each kind of
/// server has a package below it.
package dev.pitstop.channel;
