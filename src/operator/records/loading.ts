import { compile } from '../../codegen/compile.ts';
import { getFieldDefault } from '../../codegen/records/fill.ts';
import { createLoader, type Loader } from '../../codegen/records/loading.ts';
import { toSequenceKey } from '../../codegen/records/sequences.ts';
import type { CredentialRecord } from '../../contracts/caller.ts';
import { identifyHolder } from '../../contracts/credentials.ts';
import type { Cipher, Platform } from '../../contracts/platform.ts';
import type { RecordValue, Row } from '../../contracts/record.ts';
import { type CollectReferences, createReferenceCollector, type FoundReference } from '../../plan/fields/references.ts';
import { isStoredFile, type StoredFile } from '../../plan/files/stored-file.ts';
import type { Plan } from '../../plan/plan.ts';
import { readUniqueValues } from '../../plan/records/unique-values.ts';
import type { ResourcePlan, UniquePlan } from '../../plan/resource.ts';
import { createLayout, type TableLayout } from '../../stores/layout.ts';
import { compileCondition } from '../../stores/migration/data-check.ts';
import type { MigrationStore } from '../../stores/migration/store.ts';
import { KeySet } from '../../stores/queries/key-set.ts';
import { endSessionsWithoutCredential, endTokens } from '../../stores/transfer/credentials.ts';
import { keepEvent, type MovedEvent, mustHaveNoEvents, settleEventNumber } from '../../stores/transfer/events.ts';
import { keepVersionOf } from '../../stores/transfer/subscriptions.ts';
import { keepLastNumber, mustFit, readRows } from '../../stores/transfer.ts';
import { present } from '../../text/present.ts';
import { createEventEncryption, createRowEncryption } from '../secrets/reencrypting.ts';
import { createRuleChecks, listUncheckedRules } from './broken-rules.ts';
import { orderTables } from './exporting.ts';
import { type DeferredReference, insertAll } from './inserting.ts';
import { type DataLine, type LineLocation, readLines } from './lines.ts';

/** An error of a line. */
export interface LoadError extends LineLocation {
  readonly message: string;
}

/** The number of loaded records, or the errors that prevented the load. */
export interface LoadReport {
  readonly records: number;
  readonly errors: readonly LoadError[];
  /** The lines whose records break a rule. They are loaded. */
  readonly broken: readonly LoadError[];
  /** The rules of loaded records that are not checked, because they read other records: `Invoice: the words`. */
  readonly unchecked: readonly string[];
  readonly credentials: readonly CredentialRecord[];
}

/** The files to load, and the plan of their store. */
export interface Loading {
  readonly plan: Plan;
  readonly files: readonly string[];
  readonly platform: Platform;
  /** Encrypts the secrets that the files have in plain text; left out: they are stored as they are. */
  readonly cipher?: Cipher | undefined;
  /** Stores the content with a hash before its records are written. Returns its size in bytes; undefined if it is missing. */
  content?(hash: string): Promise<number | undefined>;
  /** Writes the records, and takes them back: the database stays as it is. */
  readonly dryRun?: boolean;
  /** Called while lines are checked, then while records are written. */
  checked(records: number): void;
  written(records: number, all: number): void;
}

const minute = 60_000;

/** Checks every line, then writes all records in one transaction. Writes nothing if a line has an error. */
export async function loadAll(store: MigrationStore, loading: Loading): Promise<LoadReport> {
  await store.begin(true);
  try {
    await mustFit(store, loading.plan);
    const { errors, records, credentials, contents, broken, unchecked } = await check(store, loading);
    if (errors.length > 0) {
      await store.rollback();
      return { records: 0, errors, broken: [], unchecked: [], credentials: [] };
    }
    const unfit = await listUnfitContents(contents, loading);
    if (unfit.length > 0) {
      await store.rollback();
      return { records: 0, errors: unfit, broken: [], unchecked: [], credentials: [] };
    }
    await write(store, loading, records);
    // The credentials of the files are stored after the records.
    const now = loading.platform.now();
    await endSessionsWithoutCredential(store, loading.plan, now, credentials.length === 0 ? now : now + minute);
    if (loading.dryRun === true) await store.rollback();
    else await store.commit();
    return { records, errors, broken, unchecked, credentials: loading.dryRun === true ? [] : credentials };
  } catch (error) {
    await store.rollback();
    throw error;
  }
}

/** The identities and unique values of one resource while lines are checked. */
interface Known {
  readonly loader: Loader;
  readonly identity: string;
  readonly identities: KeySet;
  readonly uniques: readonly {
    readonly unique: UniquePlan;
    readonly keys: KeySet;
    holds(record: RecordValue): boolean;
  }[];
  readonly references: readonly KnownReferences[];
  /** Of a resource whose records belong to tenants: the field with the tenant, and the identities with their tenants. */
  readonly tenant?: string;
  readonly members: KeySet;
}

/** A field with references, at any depth. */
interface KnownReferences {
  readonly field: string;
  readonly otherwise: unknown;
  readonly collect: CollectReferences;
}

async function check(store: MigrationStore, { plan, files, platform, checked }: Loading) {
  const known = await readKnownRecords(store, plan, platform);
  await countGiven(plan, files, new Map([...known].map(([name, { loader }]) => [name, loader])));
  const errors: LoadError[] = [];
  const broken: LoadError[] = [];
  const loaded = new Set<string>();
  const rules = createRuleChecks(plan, platform.now());
  const credentials: CredentialRecord[] = [];
  const contents: NamedContents = new Map();
  const events = { ids: new KeySet(), numbers: new KeySet() };
  let ahead = false;
  let records = 0;
  for await (const line of readLines(plan, files)) {
    const place = { file: line.file, line: line.line };
    const say = (message: string): void => void errors.push({ ...place, message });
    if (line.kind === 'error') say(line.message);
    if (line.kind === 'credential') credentials.push(line.credential);
    if (line.kind === 'event') checkEvent(events, line.event, say);
    if (line.kind !== 'record') continue;
    checked(++records);
    loaded.add(line.resource);
    const of = known.get(line.resource)!;
    const { record, fieldErrors: wrong } = of.loader.load(line.record, line.version, line.since);
    for (const { pointer = '', message } of wrong) say(`${line.resource}${pointer.replaceAll('/', '.')} ${message}`);
    checkUniqueness(of, record, say);
    if (wrong.length === 0) for (const message of rules.get(line.resource)!(record)) broken.push({ ...place, message });
    for (const value of Object.values(record)) if (isStoredFile(value)) nameContent(contents, value, place);
    ahead ||= listWrongReferences(known, of, record).length > 0;
  }
  // A record may reference one of a later line: check references again when all lines are read.
  if (ahead) for await (const error of findWrongReferences(plan, files, known)) errors.push(error);
  errors.sort((left, right) => files.indexOf(left.file) - files.indexOf(right.file) || left.line - right.line);
  const unchecked = listUncheckedRules(plan).flatMap(({ resource, words }) =>
    loaded.has(resource) ? [`${resource}: ${words}`] : [],
  );
  return { errors, records, credentials, contents, broken, unchecked };
}

/** By the hashes of contents: the first lines that name each, by the sizes that they state. */
type NamedContents = Map<string, Map<number, LineLocation>>;

function nameContent(contents: NamedContents, { hash, size }: StoredFile, place: LineLocation): void {
  const sizes = contents.get(hash) ?? new Map<number, LineLocation>();
  contents.set(hash, sizes);
  if (!sizes.has(size)) sizes.set(size, place);
}

/** Stores the contents; lists the lines that name a missing one, or another size. */
async function listUnfitContents(contents: NamedContents, { content }: Loading): Promise<readonly LoadError[]> {
  if (content === undefined) return [];
  const errors: LoadError[] = [];
  for (const [hash, sizes] of contents) {
    const found = await content(hash);
    const named = `names the content \`${hash.slice(0, 12)}…\``;
    for (const [size, place] of sizes)
      if (found === undefined)
        errors.push({
          ...place,
          message: `${named}, which is neither next to these files nor in the folder of the store`,
        });
      else if (found !== size)
        errors.push({ ...place, message: `${named} with a size of ${size} bytes; it has ${found} bytes` });
  }
  return errors;
}

/** Describes the references of a record that name no known record, or one of another tenant. */
function listWrongReferences(known: ReadonlyMap<string, Known>, of: Known, record: RecordValue): readonly string[] {
  return of.references.flatMap(({ field, otherwise, collect }) => {
    const found: FoundReference[] = [];
    const value = record[field] === undefined ? otherwise : record[field];
    if (value !== undefined && value !== null) collect(value, field, found);
    return found.flatMap(({ resource, value: id, pointer }) => {
      const other = known.get(resource)!;
      const text = `\`${pointer.replaceAll('/', '.')}\` names the ${resource} \`${id}\``;
      if (!other.identities.has(String(id))) return `${text}, which is neither in the store nor in these files`;
      const tenant = of.tenant === undefined || other.tenant === undefined ? undefined : record[of.tenant];
      if (tenant === undefined || other.members.has(toSequenceKey([String(tenant), String(id)]))) return [];
      return `${text}, which belongs to another tenant`;
    });
  });
}

async function* findWrongReferences(
  plan: Plan,
  files: readonly string[],
  known: ReadonlyMap<string, Known>,
): AsyncIterable<LoadError> {
  for await (const line of readLines(plan, files)) {
    if (line.kind !== 'record') continue;
    const messages = listWrongReferences(known, known.get(line.resource)!, line.record as RecordValue);
    for (const message of messages) yield { file: line.file, line: line.line, message };
  }
}

/** Adds a record's identity and unique values; reports values that another record has. */
function checkUniqueness(
  { identity, identities, uniques, tenant, members }: Known,
  record: RecordValue,
  say: (message: string) => void,
): void {
  const id = record[identity];
  if (!identities.add(String(id))) say(`there is another record with the \`${identity}\` \`${id}\``);
  if (tenant !== undefined) members.add(toSequenceKey([String(record[tenant]), String(id)]));
  for (const { unique, keys, holds } of uniques) {
    const values = readUniqueValues(unique, record);
    if (values === undefined || !holds(record) || keys.add(toSequenceKey(values))) continue;
    const names = unique.fields.map((field) => `\`${field}\``).join(', ');
    say(`another record has the same ${names}${unique.ignoring === undefined ? '' : ', ignoring case'}`);
  }
}

function checkEvent(
  { ids, numbers }: { readonly ids: KeySet; readonly numbers: KeySet },
  { id, number }: MovedEvent,
  say: (message: string) => void,
): void {
  if (!ids.add(id)) say(`there is another event with the ID \`${id}\``);
  if (number !== undefined && !numbers.add(String(number))) say(`there is another event with the number ${number}`);
}

async function readKnownRecords(
  store: MigrationStore,
  plan: Plan,
  platform: Platform,
): Promise<ReadonlyMap<string, Known>> {
  const compiled = compile(plan);
  const layout = createLayout(plan);
  const known = new Map<string, Known>();
  for (const resource of plan.resources) {
    const code = compiled.resources.get(resource.name)!;
    const of = emptyOf(plan, resource, createLoader(compiled, resource, platform, platform.now()));
    for await (const rows of readRows(store, layout.get(resource.name)!)) {
      for (const row of rows) {
        const record = code.toRecord(row);
        of.loader.counters.count(record);
        checkUniqueness(of, record, () => undefined);
      }
    }
    known.set(resource.name, of);
  }
  return known;
}

function emptyOf(plan: Plan, resource: ResourcePlan, loader: Loader): Known {
  return {
    loader,
    identity: resource.identity,
    identities: new KeySet(),
    uniques: resource.uniques.map((unique) => ({
      unique,
      keys: new KeySet(),
      holds: compileCondition(unique.where),
    })),
    references: resource.fields.flatMap((field) => {
      const collect = createReferenceCollector(plan, field.schema);
      return collect === undefined ? [] : [{ field: field.name, otherwise: getFieldDefault(field), collect }];
    }),
    ...present({ tenant: resource.tenant }),
    members: new KeySet(),
  };
}

async function write(
  store: MigrationStore,
  { plan, files, platform, cipher, written }: Loading,
  all: number,
): Promise<void> {
  const compiled = compile(plan);
  let done = 0;
  const tables = orderTables(
    plan,
    plan.resources.map(({ name }) => name),
  );
  const before = new Set<string>();
  const deferred: DeferredReference[] = [];
  for (const table of tables) {
    const { name } = table.resource;
    const loader = createLoader(compiled, table.resource, platform, platform.now());
    for await (const rows of readRows(store, table)) {
      for (const row of rows) loader.counters.count(compiled.resources.get(name)!.toRecord(row));
    }
    await countGiven(plan, files, new Map([[name, loader]]));
    const subscribed: [id: string, version: string][] = [];
    const holding = plan.authentication.schemes.filter(({ holder }) => holder === name);
    const identities: string[] = [];
    const rows = readTableRows(plan, files, loader, table, {
      encrypt: createRowEncryption(plan, table, cipher),
      onRead(id, version) {
        if (version !== undefined) subscribed.push([id, version]);
        if (holding.length > 0) identities.push(id);
      },
    });
    deferred.push(...(await insertAll(store, table, before, rows, () => written(++done, all))));
    for (const [id, version] of subscribed) await keepVersionOf(store, name, id, version);
    // As a create does, for earlier records with these identities.
    const ended = holding.flatMap((scheme) => identities.map((id) => identifyHolder(scheme, id)));
    await endTokens(store, ended, platform.now());
    before.add(name);
    for (const { sequence, numbers } of loader.counters.last) {
      for (const [within, last] of numbers) await store.keepNumber(name, sequence.field, within, last);
    }
  }
  for (const { table, column, id, value } of deferred) await store.set(table, column, id, value);
  let events = false;
  const encryptEvent = createEventEncryption<MovedEvent>(plan, cipher);
  for await (const line of readLines(plan, files)) {
    if (line.kind === 'sequence') await keepLastNumber(store, line);
    if (line.kind !== 'event') continue;
    if (!events) await mustHaveNoEvents(store);
    events = true;
    await keepEvent(store, encryptEvent(line.event));
  }
  if (events) await settleEventNumber(store);
  for (const statement of store.counting(createLayout(plan))) await store.run(statement);
}

/** Counts the numbers in the files before a record without one gets the next. */
async function countGiven(plan: Plan, files: readonly string[], loaders: ReadonlyMap<string, Loader>): Promise<void> {
  if (![...loaders.values()].some(({ counters }) => counters.last.length > 0)) return;
  for await (const line of readLines(plan, files)) {
    if (line.kind === 'record') loaders.get(line.resource)?.counters.count(line.record as RecordValue);
  }
}

interface RowReading {
  encrypt(row: Row): Row;
  onRead(id: string, subscribed: string | undefined): void;
}

async function* readTableRows(
  plan: Plan,
  files: readonly string[],
  loader: Loader,
  { resource, subscriptions }: TableLayout,
  { encrypt, onRead }: RowReading,
): AsyncIterable<Row> {
  for await (const line of readLines(plan, files)) {
    if (!isOf(line, resource.name)) continue;
    const { record, row } = loader.load(line.record, line.version, line.since);
    onRead(String(record[resource.identity]), subscriptions ? line.apiVersion : undefined);
    yield encrypt(row);
  }
}

function isOf(line: DataLine, resource: string): line is DataLine & { readonly kind: 'record' } {
  return line.kind === 'record' && line.resource === resource;
}
