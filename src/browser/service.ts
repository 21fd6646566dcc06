import { compile } from '../codegen/compile.ts';
import type {
  BrowserService,
  EventShown,
  RecordTable,
  RunningFacts,
  SentWebhook,
} from '../contracts/browser-service.ts';
import type { Compiled } from '../contracts/compiled.ts';
import type { Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import { createTestTime } from '../operator/clock/advance.ts';
import { createTestClock } from '../operator/clock/clock.ts';
import { trackInFlight } from '../operator/clock/in-flight.ts';
import { createDemoAttributes } from '../operator/credentials/demo-attributes.ts';
import { plan as planDocument, read } from '../operator/documents.ts';
import { showWhole } from '../operator/events.ts';
import { silent } from '../operator/silent.ts';
import { disableHandlers } from '../operator/without-handlers.ts';
import { formatOf, selectSchemes } from '../parts/registry.ts';
import { isCustomHandler } from '../plan/handler-rules.ts';
import type { Plan } from '../plan/plan.ts';
import type { ValueSchema } from '../plan/schema.ts';
import { fetchOf } from '../serve/http/fetch.ts';
import { loadEmails } from '../serve/mail.ts';
import { openService as openInside, type Service } from '../serve/service.ts';
import type { Settings } from '../serve/settings.ts';
import { listSignInIssuers } from '../serve/signing-in/settings.ts';
import { openFileStore } from '../stores/files.ts';
import { openStore } from '../stores/index.ts';
import { createBrowserPlatform } from './platform.ts';

/** How a service in a browser is opened. */
export interface BrowserOptions {
  /** The moment at which its clock begins, in milliseconds since 1970; left out: now. The clock moves only by `advance`. */
  readonly clock?: number | undefined;
}

const shownRecords = 100;
const shownEvents = 200;

/**
 * Opens the service of a document in this thread, with its records in memory. Handlers are not run: their operations respond with 501.
 * Rejects for a document with errors. `prepareSqlite` has resolved before.
 */
export async function openService(document: string, { clock: start }: BrowserOptions = {}): Promise<BrowserService> {
  const stated = planDocument(read(document));
  const plan = disableHandlers(stated);
  const sent: SentWebhook[] = [];
  const underWay = trackInFlight();
  const clock = createTestClock(
    createBrowserPlatform(silent, (each) => sent.push(each)),
    start ?? Date.now(),
  );
  const { platform } = clock;
  const settings = createSettings(plan);
  const compiled = compile(plan, settings);
  await loadEmails(plan);
  const kept = await openStore('sqlite::memory:', plan, { platform, durability: 'process' });
  const files = await openFileStore(plan, 'sqlite::memory:', { platform, durability: 'process' });
  const inside = openInside({ plan, compiled, store: underWay.counting(kept), files, platform, settings });
  const time = createTestTime({ inside, store: kept, clock, rest: underWay.rest });
  const send = fetchOf(inside);
  const facts: RunningFacts = {
    name: plan.name,
    credential: await createCredential(plan, inside, platform),
    resources: plan.resources.map(({ name }) => name),
    handlers: stated.operations.filter(isCustomHandler).map(({ name }) => name),
  };
  return {
    facts,
    now: () => platform.now(),
    async fetch(request) {
      const response = await send(request, '127.0.0.1');
      if (!(response.headers.get('Content-Type') ?? '').startsWith('text/event-stream')) await time.settle();
      return response;
    },
    async events(after = 0) {
      const found = await kept.events.after(after, shownEvents, {});
      return found.map((event): EventShown => {
        const { number, kind: type, time: at, payload } = showWhole(compiled.events, compiled.events.decode(event));
        return { number, type, at, payload: payload === undefined ? undefined : (JSON.parse(payload) as unknown) };
      });
    },
    records: (resource) => listRecords(compiled, kept, resource, platform.now()),
    sent: () => sent,
    async advance(milliseconds) {
      await time.settle();
      await time.advance(milliseconds);
    },
    async close() {
      await inside.close();
      await kept.close();
    },
  };
}

/** The settings of an operator: addresses to which nothing is sent. */
function createSettings(plan: Plan): Settings {
  const webhookUrls = plan.deliveries.flatMap(({ to, disabled }) =>
    to?.kind === 'setting' && disabled !== true ? [[to.name, `https://${to.name}.example`] as const] : [],
  );
  return {
    explain: 'always',
    webhookUrls: new Map(webhookUrls),
    webhookRate: 1_000_000,
    nats: { servers: ['nats://captured'] },
    mail: plan.mail?.from === undefined ? { from: 'service@example.com' } : {},
    signIn: Object.fromEntries(
      listSignInIssuers(plan).names.map((name) => {
        const issuer = `https://${encodeURIComponent(name)}.example`;
        return [name, { issuer, client: 'example', redirect: issuer }];
      }),
    ),
    docs: false,
  };
}

/** A credential with all scopes and demo attributes, as a client sends it; undefined if the service takes none that can be made here. */
async function createCredential(
  plan: Plan,
  { keys }: Pick<Service, 'keys'>,
  { now }: Platform,
): Promise<RunningFacts['credential']> {
  const { authentication } = plan;
  const schemes = selectSchemes(authentication, ({ makes }) => makes === 'key' || makes === 'token');
  // A credential of a record that logs in needs the record.
  const scheme = schemes.find(({ holder }) => holder === undefined);
  const [carrier] = scheme?.sentIn ?? [];
  if (scheme === undefined || carrier === undefined) return undefined;
  const isKey = selectSchemes(authentication, ({ makes }) => makes === 'key').includes(scheme);
  const attributes = createDemoAttributes(plan);
  const made = await keys.make(
    {
      kind: isKey ? 'key' : 'token',
      scheme: scheme.name,
      subject: 'reader',
      scopes: authentication.scopes,
      attributes,
    },
    now(),
  );
  return { ...carrier, text: made.text };
}

async function listRecords(compiled: Compiled, store: Store, name: string, now: number): Promise<RecordTable> {
  const resource = compiled.resources.get(name);
  if (resource === undefined) throw new Error(`the document has no resource ${name}`);
  const order = [{ field: resource.plan.identity, descending: true }];
  const { rows } = await store
    .prepare({ resource: name, conditions: [], order })
    .many({ conditions: [], now, limit: shownRecords });
  const hidden = new Set(resource.plan.fields.flatMap((field) => (isHiddenValue(field.schema) ? [field.name] : [])));
  const columns = resource.plan.fields.map((field) => field.name).filter((field) => !hidden.has(field));
  return { columns, rows: rows.map((row) => columns.map((column) => formatCell(resource.toRecord(row)[column]))) };
}

/** Whether the values of a type are of no use to look at, or are for authenticator apps alone. */
function isHiddenValue(schema: ValueSchema): boolean {
  const format = formatOf(schema);
  return format?.hashed === true || format?.computesCodes === true;
}

function formatCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object'
    ? JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? Number(each) : each))
    : String(value);
}
