import type { HttpResponse, Incoming } from '../../../contracts/request-context.ts';
import type { HeaderPlan } from '../../../plan/exchange.ts';
import { getFileForm, getReturnedContent } from '../../../plan/files/file-bodies.ts';
import { takesResumable, tusRequestHeaders, tusResponseHeaders } from '../../../plan/files/resumable.ts';
import type { Plan } from '../../../plan/plan.ts';

/** Answers browsers of other origins (the Fetch standard's CORS protocol). */
export interface Browsers {
  /** The answer with the headers for the request's origin. */
  told(incoming: Incoming, response: HttpResponse): HttpResponse;
  /**
   * Returns the response to a preflight for a path with these methods; undefined for any other request. `more`: headers of its requests
   * that the document does not state.
   */
  preflight(incoming: Incoming, methods: readonly string[], more?: readonly string[]): HttpResponse | undefined;
}

const exposed = [
  'ETag',
  'Location',
  'Link',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Deprecation',
  'Sunset',
  'WWW-Authenticate',
  'Accept-Patch',
  'Allow',
  'Nonet-Explain',
];

/** The headers of requests that read the content of a file. */
const contentRequestHeaders = ['Range', 'If-Range'];
/** The headers of responses with the content of a file. */
const contentResponseHeaders = ['Content-Disposition', 'Content-Range', 'Accept-Ranges'];

/** Returns the CORS headers of responses to browsers of other origins. */
export function planBrowserHeaders({ allowedOrigins, authentication }: Origins): readonly HeaderPlan[] {
  if (allowedOrigins.length === 0) return [];
  const cookies = authentication.schemes.some(({ sentIn }) => sentIn.some((place) => place.in === 'cookie'));
  const credentials: HeaderPlan = { name: 'Access-Control-Allow-Credentials', on: 'all', when: admitted };
  return [
    { name: 'Vary', on: 'all', when: 'the response depends on the origin' },
    { name: 'Access-Control-Allow-Origin', on: 'all', when: admitted },
    { name: 'Access-Control-Expose-Headers', on: 'all', when: 'the request names an origin' },
    ...(cookies ? [credentials] : []),
  ];
}

type Origins = Pick<Plan, 'allowedOrigins' | 'authentication'>;

const admitted = 'the request names an origin that is let in';

/** Makes the answers to browsers; undefined where the document lets none of another origin in. */
export function createCors(plan: Plan): Browsers | undefined {
  const { allowedOrigins } = plan;
  if (allowedOrigins.length === 0) return undefined;
  const anywhere = allowedOrigins.includes('anywhere');
  const origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
  const places = plan.authentication.schemes.flatMap((scheme) => scheme.sentIn);
  const cookies = places.some((place) => place.in === 'cookie');
  const allowed = new Set(['Content-Type', 'Accept', 'If-Match', 'If-None-Match', 'Traceparent']);
  if (plan.operations.some(({ kind }) => kind === 'stream events')) allowed.add('Last-Event-ID');
  for (const place of places) if (place.in === 'header') allowed.add(place.name);
  const exposedNames = new Set([...exposed, ...plan.limitHeaders]);
  for (const operation of plan.operations) {
    const { parameters, idempotency, responses, input } = operation;
    if (takesResumable(operation)) {
      for (const name of tusRequestHeaders) allowed.add(name);
      for (const name of tusResponseHeaders) exposedNames.add(name);
    }
    if (getFileForm(input) === 'content') allowed.add('Content-Disposition');
    if (getReturnedContent(operation) !== undefined) {
      for (const name of contentRequestHeaders) allowed.add(name);
      for (const name of contentResponseHeaders) exposedNames.add(name);
    }
    for (const parameter of parameters) if (parameter.in === 'header') allowed.add(parameter.name);
    if (idempotency !== undefined) allowed.add(idempotency.header);
    for (const { headers } of responses) for (const { name } of headers) exposedNames.add(name);
  }
  for (const { in: place, name } of plan.versioning.placements) {
    if (place !== 'header' || name === undefined) continue;
    allowed.add(name);
    exposedNames.add(name);
  }
  const allowHeaders = [...allowed].join(', ');
  const exposeHeaders = [...exposedNames].join(', ');

  const origin = (incoming: Incoming): readonly string[] => {
    const sent = incoming.header('origin');
    const vary = ['Vary', 'Origin'];
    if (sent === undefined) return anywhere && !cookies ? [] : vary;
    const listed = sent !== 'null' && origins.has(sent.toLowerCase());
    if (listed && cookies) {
      return [...vary, 'Access-Control-Allow-Origin', sent, 'Access-Control-Allow-Credentials', 'true'];
    }
    if (anywhere) return ['Access-Control-Allow-Origin', '*'];
    return listed ? [...vary, 'Access-Control-Allow-Origin', sent] : vary;
  };

  return {
    told(incoming, response) {
      const headers = [...response.headers, ...origin(incoming)];
      if (incoming.header('origin') !== undefined) headers.push('Access-Control-Expose-Headers', exposeHeaders);
      return { ...response, headers };
    },
    preflight(incoming, methods, more = []) {
      if (incoming.method !== 'OPTIONS' || incoming.header('origin') === undefined) return undefined;
      if (incoming.header('access-control-request-method') === undefined) return undefined;
      const headers = ['Access-Control-Allow-Methods', methods.join(', ')];
      headers.push(
        'Access-Control-Allow-Headers',
        [allowHeaders, ...more].join(', '),
        'Access-Control-Max-Age',
        '7200',
      );
      return { status: 204, headers, body: undefined };
    },
  };
}
