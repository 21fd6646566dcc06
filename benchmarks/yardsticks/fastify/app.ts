import { hash } from 'node:crypto';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { noneMatchNames, wantsJson } from '../headers.ts';
import { parseJson } from '../json.ts';
import { type Caller, keyIn } from '../keys.ts';
import {
  badCredential,
  lacksScope,
  malformed,
  noCredential,
  notAcceptable,
  notFound,
  type Refused,
  tooLarge,
  unsupported,
} from '../problems.ts';
import { problemsOf, Refusal, refuse } from './problems.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Tells who has a key. */
export type FindCaller = (key: string) => Caller | undefined | Promise<Caller | undefined>;

/** Makes a server of Fastify with all that its routes have in common: bodies, refusals, callers, tags of lists. */
export function openApp(findCaller: FindCaller) {
  const app = fastify({
    bodyLimit: 65_536,
    requestTimeout: 10_000,
    keepAliveTimeout: 60_000,
    exposeHeadRoutes: true,
    forceCloseConnections: true,
    ajv: { customOptions: { allErrors: true, removeAdditional: false, coerceTypes: false, useDefaults: false } },
    routerOptions: { ignoreTrailingSlash: false },
  });

  app.removeAllContentTypeParsers();
  const jsonTypes = ['application/json', 'application/merge-patch+json'];
  app.addContentTypeParser<string>(jsonTypes, { parseAs: 'string' }, (_, text, done) => {
    const parsed = parseJson(text);
    if (parsed === undefined) done(new Refusal(malformed));
    else done(null, parsed.value);
  });

  app.setErrorHandler(
    (error: Error & { code?: string; validation?: never[]; validationContext?: string }, request, reply) => {
      if (error instanceof Refusal) return refuse(request, reply, error.refused);
      if (error.validation !== undefined) {
        const fields = problemsOf(error.validation, error.validationContext, request.body);
        return refuse(request, reply, { code: 'invalid', fields });
      }
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse(request, reply, tooLarge);
      if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuse(request, reply, wrongTypeOf(request));
      if (error.code === 'FST_ERR_BAD_URL') return refuse(request, reply, malformed);
      console.error(error);
      return refuse(request, reply, { code: 'broken' });
    },
  );
  app.setNotFoundHandler((request, reply) => {
    const known = /^\/invoices(\/[^/]+)?$/.exec(request.url.split('?')[0]!);
    if (known === null) return refuse(request, reply, notFound);
    const allow = known[1] === undefined ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, PATCH, OPTIONS';
    return refuse(request, reply, { code: 'method_not_allowed', headers: ['Allow', allow] });
  });

  app.decorateRequest('caller');
  /** A list's tag is that of its body. */
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    const listed = request.routeOptions.url === '/invoices' && reply.statusCode === 200 && typeof payload === 'string';
    done(null, listed ? tagged(request, reply, payload) : payload);
  });

  return {
    app,
    reads: { onRequest: allowed(findCaller, 'reads') },
    writes: { onRequest: allowed(findCaller, 'writes') },
  };
}

function wrongTypeOf({ method }: FastifyRequest): Refused {
  if (method === 'PATCH') return unsupported('Accept-Patch', 'application/merge-patch+json, application/json');
  return unsupported('Accept', 'application/json');
}

/** Knows the caller and asks for a scope, before the body is read. */
function allowed(findCaller: FindCaller, scope: 'reads' | 'writes') {
  const lacks = lacksScope(scope === 'reads' ? 'invoices:read' : 'invoices:write');
  const refusalFor = (request: FastifyRequest, caller: Caller | undefined): Refused | undefined => {
    const { authorization, accept, 'content-type': type } = request.headers;
    if (caller === undefined) return authorization === undefined ? noCredential : badCredential;
    request.caller = caller;
    if (!caller[scope]) return lacks;
    if (!wantsJson(accept)) return notAcceptable;
    const onlyForPatch = request.method === 'POST' && type?.startsWith('application/merge-patch+json') === true;
    return onlyForPatch ? wrongTypeOf(request) : undefined;
  };
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    const { authorization } = request.headers;
    const key = authorization === undefined ? undefined : keyIn(authorization);
    const settle = (caller: Caller | undefined): void => {
      const refused = refusalFor(request, caller);
      if (refused === undefined) done();
      else done(new Refusal(refused));
    };
    const found = key === undefined ? undefined : findCaller(key);
    if (found instanceof Promise) found.then(settle, done);
    else settle(found);
  };
}

function tagged(request: FastifyRequest, reply: FastifyReply, text: string): string | null {
  const tag = `W/"${hash('sha256', text, 'base64url').slice(0, 16)}"`;
  reply.header('ETag', tag);
  const noneMatch = request.headers['if-none-match'];
  if (noneMatch === undefined || !noneMatchNames(noneMatch, tag)) return text;
  reply.code(304).removeHeader('Content-Type').removeHeader('Link');
  return null;
}
