import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../contracts/platform.ts';
import type { Service } from '../service.ts';
import { answer, type How, refuseHead } from './answer.ts';
import type { Connections } from './connections.ts';
import { NodeIncoming } from './incoming.ts';
import { createStreamSending } from './stream.ts';
import { createUnreadLimiter, defaultUnreadLimits } from './unread-responses.ts';

/** Answers the requests of a server of Node that somebody else opened. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** The connections of another's server: only the pending response shows how they continue. */
const foreign: Connections = {
  begin: () => true,
  endBehind(_, response) {
    if (!response.headersSent) response.shouldKeepAlive = false;
  },
  endUnread: (socket) => void socket.destroySoon(),
  end: () => undefined,
  closeIdle: () => undefined,
};

const readBefore =
  'the request body was read before the handler: mount the handler before body parsers, or disable them for its routes';

/** A handler for `http.createServer` and frameworks over it, and its end: streams that are open end in order. */
export function createNodeHandler(
  service: Service,
  log: Log,
): { readonly handle: NodeHandler; readonly close: () => void } {
  const streams = createStreamSending();
  const how: How = { limitUnread: createUnreadLimiter(defaultUnreadLimits), streams, connections: foreign };
  return {
    handle(request, response) {
      if (request.readableDidRead && hasBody(request)) {
        log.error({ path: request.url }, readBefore);
        refuseHead(service, 500, new NodeIncoming(request, response, false), request, response, how);
        return;
      }
      // Node's server sends `100 Continue` before it calls a handler.
      answer(service, request, response, false, how);
    },
    close: streams.end,
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
