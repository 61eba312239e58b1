package dev.pitstop.session.bridge;

import dev.pitstop.backend.Backend;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.ServerRequests.QuestionEdits;
import dev.pitstop.session.told.Stale;

/// A request of the client that may be about a task.
///
/// @param id of the task, as the server knows it
/// @param edits of the task's questions
/// @param back takes the end of the request
public record TaskRequest(
    Backend at,
    Message.Request request,
    RequestFacts facts,
    String id,
    QuestionEdits edits,
    Reply reply,
    Stale.CallReporter back) {}
