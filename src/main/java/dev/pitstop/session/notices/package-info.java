/// What the agent of a session has been told of its servers, and what it has still to be told.
package dev.pitstop.session.notices;
