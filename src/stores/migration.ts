import { compile } from '../codegen/compile.ts';
import { getPreviousOwner } from '../codegen/records/renames.ts';
import { type ConversionContext, createRecordConverter } from '../codegen/version/convert-records.ts';
import type { Plan } from '../plan/plan.ts';
import { findSessionResource } from '../plan/records/sessions.ts';
import { createLayout } from './layout.ts';
import { explainExclusiveSteps, explainExclusiveWrites } from './migration/beside.ts';
import { explainNewerConversion } from './migration/conversions.ts';
import { differ, type Surveyed, survey } from './migration/data-check.ts';
import { convertEvents } from './migration/events.ts';
import { isOthers } from './migration/fits.ts';
import type { Stored } from './migration/reading.ts';
import { readRenames } from './migration/renames.ts';
import { renameSequences } from './migration/sequences.ts';
import { renameInServiceTables } from './migration/service-names.ts';
import type { Blocker, Comparing } from './migration/step.ts';
import type { MigrationReport, MigrationRequest, MigrationStore } from './migration/store.ts';
import { planTableChanges, type TableChange } from './migration/tables.ts';
import { KeySet } from './queries/key-set.ts';
import { StoreError, StoreInUseError } from './store-error.ts';
import { endSessionsWithoutCredential } from './transfer/credentials.ts';

const phases = ['make', 'fill', 'drop', 'name', 'finish', 'refer'] as const;

/** Compares the tables, checks the records, and applies all steps in one transaction if nothing blocks them. */
export async function migrate(store: MigrationStore, now: Plan, request: MigrationRequest): Promise<MigrationReport> {
  await store.begin(!request.dryRun);
  try {
    const made = await store.made();
    if (made === undefined) {
      await store.rollback();
      return { place: store.place, made: false, tables: [], obstacles: [], done: false };
    }
    if (request.serving === true && made.plan.digest !== now.digest && made.served?.includes(now.digest)) {
      await store.rollback();
      return { place: store.place, made: true, tables: [], obstacles: [], done: true };
    }
    const beyond = explainNewerConversion(made.plan, now);
    if (beyond !== undefined) throw new StoreError(`${store.place} cannot be migrated to this document. ${beyond}`);
    const moment = request.platform.now();
    const fits = made.plan.digest === now.digest;
    // A command that is run again, since its process was killed after the commit, has nothing left to rename.
    const renames = readRenames(made.plan, now, fits ? [] : request.renames);
    const other = isOthers(store.place, made.plan, now, renames) ? { otherService: made.plan.name } : {};
    const needed = store.texts(createLayout(now));
    const comparing: Comparing = { old: made.plan, now, renames, ...made, needed, moment };
    const context: ConversionContext = {
      old: compile(made.plan),
      now: compile(now),
      renames,
      platform: request.platform,
      moment,
    };
    const changes = planTableChanges(comparing);
    const inUse = request.dryRun ? undefined : await claimStore(store, made.plan, now, changes);
    if (inUse !== undefined && request.again === true) throw inUse;
    const seen = await surveyAll(store, comparing, context, changes, request.allowDataLoss);
    const report = { ...createMigrationReport(store, now, seen), ...other };
    if (request.dryRun || report.obstacles.length > 0) {
      await store.rollback();
      return report;
    }
    if (inUse !== undefined) throw inUse;
    if (report.tables.length === 0 && fits) {
      await store.rollback();
      return { ...report, done: true };
    }
    if (report.tables.length > 0) await store.alone?.();
    await apply(store, comparing, context, seen);
    await store.commit();
    return { ...report, done: true };
  } catch (error) {
    await store.rollback();
    throw error;
  }
}

/** Claims the store for its change; returns the reason if it is in use. Blockers of the change itself are reported first. */
async function claimStore(
  store: MigrationStore,
  older: Plan,
  now: Plan,
  changes: readonly TableChange[],
): Promise<StoreInUseError | undefined> {
  const reasons = [
    ...explainExclusiveWrites(older, now),
    ...explainExclusiveSteps(changes.flatMap(({ steps }) => steps)),
  ];
  try {
    await store.claim?.(now.digest, reasons, changes.length > 0);
    return undefined;
  } catch (error) {
    if (error instanceof StoreInUseError) return error;
    throw error;
  }
}

interface Seen {
  readonly change: TableChange;
  readonly surveyed: Surveyed;
  readonly obstacles: readonly Blocker[];
}

async function surveyAll(
  store: MigrationStore,
  comparing: Comparing,
  context: ConversionContext,
  changes: readonly TableChange[],
  allowed: readonly string[],
): Promise<readonly Seen[]> {
  const identities = createIdentityReader(store, comparing, context, changes);
  const seen: Seen[] = [];
  for (const change of changes) {
    const surveyed = await survey(change, context, store, identities);
    const losses = [...surveyed.lost].flatMap(([name, records]): Blocker[] => {
      if (allowed.includes(name)) return [];
      return [
        { kind: 'loss', name, words: `would be lost; allow it with --allow-data-loss ${name}`, records, examples: [] },
      ];
    });
    seen.push({
      change,
      surveyed,
      obstacles: [...losses, ...surveyed.obstacles, ...findIdentityBlocker(change, surveyed)],
    });
  }
  return seen;
}

/** Other records name these by their identities, which would then name nothing. */
function findIdentityBlocker({ identity, before, after }: TableChange, { records }: Surveyed): readonly Blocker[] {
  const another = identity && after!.resource.identity !== before!.resource.identity;
  const referred = before?.resource.referredBy ?? [];
  if (!another || records === 0 || referred.length === 0) return [];
  const from = referred.map(({ resource, field }) => `${resource}.${field}`).join(', ');
  const words = `becomes the identity, but ${from} references records by the old identity`;
  return [
    { kind: 'structure', name: `${after!.resource.name}.${after!.resource.identity}`, words, records, examples: [] },
  ];
}

/** The identities of a resource as they will be, gathered when they are first asked for. */
function createIdentityReader(
  store: MigrationStore,
  { now, renames, old }: Comparing,
  context: ConversionContext,
  changes: readonly TableChange[],
): (resource: string) => Promise<KeySet> {
  const known = new Map<string, KeySet>();
  const layouts = { before: createLayout(old), after: createLayout(now) };
  return async (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const identities = new KeySet();
    known.set(name, identities);
    const after = layouts.after.get(name)!;
    const before = layouts.before.get(getPreviousOwner(renames, name));
    const own = changes.find((change) => change.after?.resource.name === name);
    if (before === undefined || (own !== undefined && own.before === undefined)) return identities;
    const there = new Set(before.columns.map((column) => column.name));
    const stored: Stored = own ?? { before, there, taken: new Map(), gone: [] };
    const converter = createRecordConverter(context, after.resource);
    for await (const batch of store.records(stored)) {
      for (const { row, found: extra } of batch)
        identities.add(String(converter.convert(row, extra).record[after.resource.identity]));
    }
    return identities;
  };
}

function createMigrationReport(store: MigrationStore, now: Plan, seen: readonly Seen[]): MigrationReport {
  const layout = createLayout(now);
  return {
    place: store.place,
    made: true,
    done: false,
    obstacles: seen.flatMap(({ obstacles }) => obstacles),
    tables: seen.map(({ change, surveyed }) => ({
      name: change.name,
      records: surveyed.records,
      losses: [...surveyed.lost.keys()],
      steps: change.steps.map((step) => {
        if (step.conversion !== undefined) return { ...step, records: surveyed.converted.get(step.conversion) ?? 0 };
        const lost = surveyed.lost.get(step.name);
        const loses = step.kind === 'remove field' || step.kind === 'remove table' || step.kind === 'made by hand';
        return loses && lost !== undefined ? { ...step, records: lost } : step;
      }),
      sql: store.statements(change, layout).flatMap(({ sql, each }) => {
        if (each === undefined) return [{ text: sql }];
        const records = change.structure ? surveyed.records : surveyed.rewritten;
        return records === 0 ? [] : [{ text: sql, records }];
      }),
    })),
  };
}

async function apply(
  store: MigrationStore,
  comparing: Comparing,
  context: ConversionContext,
  seen: readonly Seen[],
): Promise<void> {
  const layout = createLayout(comparing.now);
  const all = seen.map(({ change }) => ({ change, statements: store.statements(change, layout) }));
  const counters: {
    readonly resource: string;
    readonly turner: ReturnType<typeof createRecordConverter>;
    readonly change: TableChange;
  }[] = [];
  for (const phase of phases) {
    for (const { change, statements } of all) {
      for (const { sql, each } of statements.filter((statement) => statement.phase === phase)) {
        if (each === undefined) await store.run(sql);
        else {
          const converter = createRecordConverter(context, change.after!.resource);
          for await (const batch of store.records(change)) {
            for (const { row, found } of batch) {
              const converted = converter.convert(row, found);
              if (differ(change, converted)) await store.run(sql, each(converted));
            }
          }
          counters.push({ resource: change.after!.resource.name, turner: converter, change });
        }
      }
    }
  }
  await renameSequences(store, comparing);
  await renameInServiceTables(store, comparing);
  await endSessionsFromBefore(store, comparing);
  if (seen.length > 0) await convertEvents(store, context);
  for (const { resource, turner, change } of counters) {
    for (const { sequence, numbers } of turner.counters.last) {
      if (!change.counted.some((otherSequence) => JSON.stringify(otherSequence) === JSON.stringify(sequence))) continue;
      for (const [within, last] of numbers) await store.keepNumber(resource, sequence.field, within, last);
    }
  }
  await store.keep('tables', JSON.stringify(comparing.needed));
  await store.keep('references', /* not a message */ 'to be gathered anew');
  await store.keep('plan digest', comparing.now.digest);
  await store.keep('plan', JSON.stringify(comparing.now));
}

/** Ends the sessions that were records of their resource before these were sessions. */
async function endSessionsFromBefore(store: MigrationStore, { old, now, renames, moment }: Comparing): Promise<void> {
  const of = findSessionResource(now)?.resource.name;
  if (of === undefined || getPreviousOwner(renames, of) === findSessionResource(old)?.resource.name) return;
  await endSessionsWithoutCredential(store, now, moment);
}
