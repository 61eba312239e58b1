/// What known clients do to a server: the environment in which they start it, how long they wait,
/// and what they reject or cut. [ClientProfiles] is the one table of these values,
/// [dev.pitstop.install.Client] the one list of clients.
package dev.pitstop.doctor.client;
