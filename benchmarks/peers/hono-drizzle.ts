import { argv } from 'node:process';
import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { checkCreation, isInvoiceId, type Line, totalOf } from '../yardsticks/checks.ts';
import { matchHolds, tagOf } from '../yardsticks/headers.ts';
import { newInvoiceId } from '../yardsticks/identifiers.ts';
import { type Caller, type Credential, keyIn, openKeys } from '../yardsticks/keys.ts';
import { checkPatch, refuseFixed } from '../yardsticks/patch.ts';
import { errors, type FieldError, type Refused } from '../yardsticks/problems.ts';
import { settings } from '../yardsticks/tables.ts';
import { customers, invoices } from './hono-drizzle-tables.ts';

// The peer as its authors write it: Hono, its middleware, Drizzle's queries prepared once, one transaction for each write.

type Env = { Variables: { caller: Caller } };
type Invoice = typeof invoices.$inferSelect;

const database = new Database(argv[2]!);
// Each commit is on the disk before it is answered.
database.exec(`${settings}; PRAGMA synchronous = FULL`);
const db = drizzle(database);
const findKey = database.prepare<[hash: string], Credential>(
  'SELECT shop, scopes, expires_at, revoked_at FROM credential WHERE hash = ?',
);
const keys = openKeys(
  (text) => findKey.get(text),
  () => database.pragma('data_version', { simple: true }),
);

const shop = sql.placeholder('shop');
const one = db
  .select()
  .from(invoices)
  .where(and(eq(invoices.id, sql.placeholder('id')), eq(invoices.shop, shop)))
  .prepare();
const buyer = db
  .select({ id: customers.id })
  .from(customers)
  .where(and(eq(customers.id, sql.placeholder('id')), eq(customers.shop, shop)))
  .prepare();
const list = (...filters: Parameters<typeof and>) =>
  db
    .select()
    .from(invoices)
    .where(and(eq(invoices.shop, shop), ...filters))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(26)
    .prepare();
const [at, id] = [sql.placeholder('at'), sql.placeholder('id')];
const lists = {
  first: list(),
  ofStatus: list(eq(invoices.status, sql.placeholder('status'))),
  after: list(or(lt(invoices.createdAt, at), and(eq(invoices.createdAt, at), lt(invoices.id, id)))),
};

function refuse({ code, fields }: Refused): HTTPException {
  const [status, title] = errors[code];
  const body = {
    type: `/docs#errors-${code}`,
    title,
    status,
    code,
    ...(fields === undefined ? {} : { errors: fields }),
  };
  const headers = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' };
  return new HTTPException(status, { res: new Response(JSON.stringify(body), { status, headers }) });
}

function shown({ version: _, statusSince: __, ...record }: Invoice): Record<string, unknown> {
  const { dueOn, sentAt, createdAt, updatedAt, number, ...others } = record;
  return {
    ...others,
    ...(number === null ? {} : { number }),
    due_on: dueOn,
    ...(sentAt === null ? {} : { sent_at: sentAt }),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

function answer(context: Context<Env>, status: 200 | 201, invoice: Invoice): Response {
  context.header('Cache-Control', 'no-store');
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('ETag', tagOf(invoice.version));
  if (status === 201) context.header('Location', `/invoices/${invoice.id}`);
  return context.json(shown(invoice), status);
}

async function bodyOf(context: Context<Env>): Promise<unknown> {
  try {
    return await context.req.json();
  } catch {
    throw refuse({ code: 'malformed' });
  }
}

const app = new Hono<Env>();

app.use(async (context, next) => {
  const key = keyIn(context.req.header('authorization') ?? '');
  const caller = key === undefined ? undefined : keys.find(key);
  if (caller === undefined) throw refuse({ code: 'unauthenticated' });
  if (!(context.req.method === 'GET' ? caller.reads : caller.writes)) throw refuse({ code: 'forbidden' });
  context.set('caller', caller);
  await next();
});

app.get('/invoices/:id', (context) => {
  const wanted = context.req.param('id');
  const found = isInvoiceId(wanted) ? one.get({ id: wanted, shop: context.get('caller').shop }) : undefined;
  if (found === undefined) throw refuse({ code: 'not_found' });
  return answer(context, 200, found);
});

app.get('/invoices', (context) => {
  const { shop: mine } = context.get('caller');
  const { status, cursor } = context.req.query();
  const [after, last] = cursor === undefined ? [] : Buffer.from(cursor, 'base64url').toString().split(' ');
  const found =
    after !== undefined
      ? lists.after.all({ shop: mine, at: after, id: last })
      : status !== undefined
        ? lists.ofStatus.all({ shop: mine, status })
        : lists.first.all({ shop: mine });
  const data = found.slice(0, 25);
  const end = data.at(-1);
  const next = found.length > 25 && end ? Buffer.from(`${end.createdAt} ${end.id}`).toString('base64url') : null;
  context.header('Cache-Control', 'no-store');
  if (next !== null) context.header('Link', `</invoices?cursor=${next}>; rel="next"`);
  return context.json({ data: data.map(shown), next });
});

app.post('/invoices', async (context) => {
  const fields: FieldError[] = [];
  const body = await bodyOf(context);
  if (!checkCreation(body, fields)) throw refuse({ code: 'invalid', fields });
  const total = totalOf(body.lines);
  if (total <= 0) throw refuse({ code: 'nothing_to_pay' });
  const { shop: mine } = context.get('caller');
  const now = Date.now();
  const moment = new Date(now).toISOString();
  const created = db.transaction((tx) => {
    if (buyer.get({ id: body.customer, shop: mine }) === undefined) {
      throw refuse({ code: 'invalid', fields: [{ pointer: '/customer', message: 'names no customer of yours' }] });
    }
    const { customer, lines, due_on: dueOn, memo = null } = body;
    const record = { customer, lines: [...lines], dueOn, memo, total, shop: mine, version: 1, statusSince: now };
    const moments = { createdAt: moment, updatedAt: moment };
    return tx
      .insert(invoices)
      .values({ ...record, ...moments, id: newInvoiceId(now), status: 'draft', paid: 0 })
      .returning()
      .get();
  });
  return answer(context, 201, created);
});

app.patch('/invoices/:id', async (context) => {
  const fields: FieldError[] = [];
  const body = await bodyOf(context);
  if (!checkPatch(body, fields)) throw refuse({ code: 'invalid', fields });
  const wanted = context.req.param('id');
  const match = context.req.header('if-match');
  const changed = db.transaction((tx) => {
    const present = one.get({ id: wanted, shop: context.get('caller').shop });
    if (present === undefined) throw refuse({ code: 'not_found' });
    if (match !== undefined && !matchHolds(match, present.version)) throw refuse({ code: 'changed_meanwhile' });
    const { lines, due_on: dueOn, memo } = body as { lines?: Line[]; due_on?: string; memo?: string | null };
    const fixed = refuseFixed(present.status, lines !== undefined, dueOn !== undefined, memo !== undefined);
    if (fixed !== undefined) throw refuse(fixed);
    const total = lines === undefined ? present.total : totalOf(lines);
    if (total <= 0) throw refuse({ code: 'nothing_to_pay' });
    const moment = new Date().toISOString();
    return tx
      .update(invoices)
      .set({ lines, dueOn, memo, total, version: present.version + 1, updatedAt: moment })
      .where(eq(invoices.id, wanted))
      .returning()
      .get();
  });
  return answer(context, 200, changed);
});

app.notFound(() => {
  throw refuse({ code: 'not_found' });
});

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`);
});
process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  if ('closeAllConnections' in server) server.closeAllConnections();
});
