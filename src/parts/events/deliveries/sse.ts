import type { Token } from '../../../markdown/cells/cell.ts';
import type { Delivery } from './contract.ts';
import { createTextHeader } from './headers.ts';

/** Server-Sent Events at the path of `stream events` (WHATWG HTML, 9.2). */
export const sse: Delivery = {
  name: 'sse',
  form: '`GET /events`, the path of `stream events`',
  pushes: false,
  words: {
    is: 'a stream that subscribers keep open',
    channel: 'Stream of server-sent events',
    action: 'Stream events',
    sentence: 'The service streams events to clients that have opened the stream.',
  },
  binding: { http: { method: 'GET', bindingVersion: '0.3.0' } },
  headers: ({ event }) => ({
    type: 'object',
    description: 'The fields of a server-sent event, without its data.',
    required: ['id', 'event'],
    properties: {
      id: createTextHeader('The position of the event, for `Last-Event-ID`.'),
      event: { type: 'string', const: event },
    },
  }),
  read(to) {
    const [method, path] = to.tokens as [Token, ...Token[]];
    if (method.text !== 'GET') {
      return { wrong: `expected \`GET\`, found \`${method.text}\``, span: method.span, suggestion: 'GET' };
    }
    if (path === undefined) return { wrong: 'the path is missing', span: to.span };
    const last = to.tokens[to.tokens.length - 1]!;
    const text = to.words.text.slice(path.from, last.to);
    const span = { start: path.span.start, end: last.span.end };
    if (!/^\/\S*$/.test(text)) return { wrong: `\`${text}\` is not a path: a path begins with \`/\``, span };
    return {
      kind: 'endpoint',
      method: { value: 'GET', span: method.span },
      path: { value: text, span },
      span: to.span,
    };
  },
  right: [
    { text: 'GET /events', kind: 'endpoint' },
    { text: 'GET /shops/{shop}/events', kind: 'endpoint' },
  ],
  wrong: [
    { text: 'POST /events', at: 'POST' },
    { text: '/events', at: '/events' },
    { text: 'GET events', at: 'events' },
    { text: 'GET', at: 'GET' },
    { text: 'GET /events now', at: '/events now' },
  ],
};
