/// `pitstop call`: a person calls a server's tools, without a client.
package dev.pitstop.cli.call;
