import type { Log } from '../contracts/platform.ts';
import { createNodeHandler, type NodeHandler } from '../serve/node/handler.ts';
import type { Service } from '../serve/service.ts';

/** The part of `open`'s result that mounting needs. */
interface Opened {
  fetch(request: Request, peer?: string): Promise<Response>;
}

/** The handler of each open service, made when it is asked for. */
const handlers = new WeakMap<
  object,
  { readonly of: Service; readonly log: Log; made?: ReturnType<typeof createNodeHandler> }
>();

/**
 * Returns a listener for `http.createServer(…)`, Express (`app.use`) and Fastify (`request.raw`, `reply.raw`). It answers every request
 * by its `url` as it is; the body must be unread: mount it in front of body parsers. Time-outs, the size of heads and the number of
 * connections are those of your server. Throws for a service that is closed or that `open` did not return.
 */
export function toNodeHandler(service: Opened): NodeHandler {
  const found = handlers.get(service);
  if (found === undefined) throw new Error('toNodeHandler takes an open service: what `open` returned, not yet closed');
  found.made ??= createNodeHandler(found.of, found.log);
  return found.made.handle;
}

/** Makes an open service known to `toNodeHandler`. */
export function registerMountable<S extends Opened>(service: S, of: Service, log: Log): S {
  handlers.set(service, { of, log });
  return service;
}

/** Ends the streams that the handler of a service sends; it is made no more. */
export function endHandlerStreams(service: Opened): void {
  handlers.get(service)?.made?.close();
  handlers.delete(service);
}
