import { argv } from 'node:process';
import { type HttpBindings, serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { refusalAnswer } from './node-sqlite/answer.ts';
import { type Outcome, openOperations } from './node-sqlite/operations.ts';
import { notFound, tooLarge } from './problems.ts';

// The yardstick with another framework: Hono on its Node server, with the hand-written operations on node:sqlite.

type Asked = Context<{ Bindings: HttpBindings }>;

const { read, write, close } = openOperations(argv[2]!);
const app = new Hono<{ Bindings: HttpBindings }>();

function respond({ env }: Asked, outcome: Outcome): Response {
  const answer = 'code' in outcome ? refusalAnswer(outcome, env.incoming) : outcome;
  const headers: [string, string][] = [];
  for (let i = 0; i < answer.headers.length; i += 2) headers.push([answer.headers[i]!, answer.headers[i + 1]!]);
  if (outcome === tooLarge) headers.push(['Connection', 'close']);
  return new Response(answer.status === 304 ? null : answer.body, { status: answer.status, headers });
}

const queryOf = ({ env }: Asked): string => {
  const url = env.incoming.url!;
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
};

function change(context: Asked, id: string | undefined): Response | Promise<Response> {
  return new Promise((resolve) => {
    const later = (outcome: Outcome): void => resolve(respond(context, outcome));
    const outcome = write(context.env.incoming, id, queryOf(context), later);
    if (outcome !== undefined) later(outcome);
  });
}

const wrongMethod = (allow: string) => (context: Asked) =>
  respond(context, { code: 'method_not_allowed', headers: ['Allow', allow] });

app.get('/invoices', (context) => respond(context, read(context.env.incoming, undefined, queryOf(context))));
app.post('/invoices', (context) => change(context, undefined));
app.all('/invoices', wrongMethod('GET, HEAD, POST, OPTIONS'));
app.get('/invoices/:id', (context) =>
  respond(context, read(context.env.incoming, context.req.param('id'), queryOf(context))),
);
app.patch('/invoices/:id', (context) => change(context, context.req.param('id')));
app.all('/invoices/:id', wrongMethod('GET, HEAD, PATCH, OPTIONS'));
app.notFound((context) => respond(context as Asked, notFound));

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`);
});
process.once('SIGTERM', () => {
  server.close(() => {
    close();
    process.exit(0);
  });
  if ('closeAllConnections' in server) server.closeAllConnections();
});
