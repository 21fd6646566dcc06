import { compile } from '../codegen/compile.ts';
import { ownerBefore } from '../codegen/renames.ts';
import { recordTurnerOf, type Turning } from '../codegen/version/convert-records.ts';
import type { Plan } from '../plan/plan.ts';
import { layoutOf } from './layout.ts';
import { reasonsAlone, stepsAlone } from './migration/beside.ts';
import { convertedBeyond } from './migration/conversions.ts';
import { differ, type Surveyed, survey } from './migration/data-check.ts';
import { isOthers } from './migration/fits.ts';
import type { Stored } from './migration/reading.ts';
import { renamesOf } from './migration/renames.ts';
import { renameSequences } from './migration/sequences.ts';
import type { Comparing, Obstacle } from './migration/step.ts';
import type { MigrationAsked, MigrationReport, MigrationStore } from './migration/store.ts';
import { type TableChange, tableChanges } from './migration/tables.ts';
import { KeySet } from './queries/key-set.ts';
import { StoreInUse, StoreProblem } from './store-error.ts';

const phases = ['make', 'fill', 'drop', 'name', 'finish', 'refer'] as const;

/** Compares, looks at the records, and where nothing stands in the way applies all steps in one transaction. */
export async function migrate(store: MigrationStore, now: Plan, asked: MigrationAsked): Promise<MigrationReport> {
  await store.begin(!asked.dryRun);
  try {
    const made = await store.made();
    if (made === undefined) {
      await store.rollback();
      return { place: store.place, made: false, tables: [], obstacles: [], done: false };
    }
    if (asked.serving === true && made.plan.digest !== now.digest && made.served?.includes(now.digest)) {
      await store.rollback();
      return { place: store.place, made: true, tables: [], obstacles: [], done: true };
    }
    const beyond = convertedBeyond(made.plan, now);
    if (beyond !== undefined) throw new StoreProblem(`${store.place} cannot be changed to this document. ${beyond}`);
    const moment = asked.host.now();
    const renames = renamesOf(made.plan, now, asked.renames);
    const other = isOthers(store.place, made.plan, now, renames) ? { otherService: made.plan.name } : {};
    const needed = store.texts(layoutOf(now));
    const comparing: Comparing = { old: made.plan, now, renames, ...made, needed, moment };
    const turning: Turning = { old: compile(made.plan), now: compile(now), renames, host: asked.host, moment };
    const changes = tableChanges(comparing);
    const inUse = asked.dryRun ? undefined : await claimed(store, made.plan, now, changes);
    if (inUse !== undefined && asked.again === true) throw inUse;
    const seen = await surveyAll(store, comparing, turning, changes, asked.allowLoss);
    const report = { ...reportOf(store, now, seen), ...other };
    if (asked.dryRun || report.obstacles.length > 0) {
      await store.rollback();
      return report;
    }
    if (inUse !== undefined) throw inUse;
    if (report.tables.length === 0 && made.plan.digest === now.digest) {
      await store.rollback();
      return { ...report, done: true };
    }
    if (report.tables.length > 0) await store.alone?.();
    await apply(store, comparing, turning, seen);
    await store.commit();
    return { ...report, done: true };
  } catch (error) {
    await store.rollback();
    throw error;
  }
}

/** Claims the store for its change; gives why it cannot be had, which what stands in the way of the change itself goes before. */
async function claimed(
  store: MigrationStore,
  older: Plan,
  now: Plan,
  changes: readonly TableChange[],
): Promise<StoreInUse | undefined> {
  const reasons = [...reasonsAlone(older, now), ...stepsAlone(changes.flatMap(({ steps }) => steps))];
  try {
    await store.claim?.(now.digest, reasons, changes.length > 0);
    return undefined;
  } catch (error) {
    if (error instanceof StoreInUse) return error;
    throw error;
  }
}

interface Seen {
  readonly change: TableChange;
  readonly surveyed: Surveyed;
  readonly obstacles: readonly Obstacle[];
}

async function surveyAll(
  store: MigrationStore,
  comparing: Comparing,
  turning: Turning,
  changes: readonly TableChange[],
  allowed: readonly string[],
): Promise<readonly Seen[]> {
  const identities = identitiesOf(store, comparing, turning, changes);
  const seen: Seen[] = [];
  for (const change of changes) {
    const surveyed = await survey(change, turning, store, identities);
    const losses = [...surveyed.lost].flatMap(([name, records]): Obstacle[] => {
      if (allowed.includes(name)) return [];
      return [
        { kind: 'loss', name, words: `would be lost; allow it with --allow-loss ${name}`, records, examples: [] },
      ];
    });
    seen.push({
      change,
      surveyed,
      obstacles: [...losses, ...surveyed.obstacles, ...identityObstacle(change, surveyed)],
    });
  }
  return seen;
}

/** Other records name these by their identities, which would then name nothing. */
function identityObstacle({ identity, before, after }: TableChange, { records }: Surveyed): readonly Obstacle[] {
  const another = identity && after!.resource.identity !== before!.resource.identity;
  const referred = before?.resource.referredBy ?? [];
  if (!another || records === 0 || referred.length === 0) return [];
  const from = referred.map(({ resource, field }) => `${resource}.${field}`).join(', ');
  const words = `becomes the identity, and ${from} names records by the identity that was`;
  return [
    { kind: 'structure', name: `${after!.resource.name}.${after!.resource.identity}`, words, records, examples: [] },
  ];
}

/** The identities of a resource as they will be, gathered when they are first asked for. */
function identitiesOf(
  store: MigrationStore,
  { now, renames, old }: Comparing,
  turning: Turning,
  changes: readonly TableChange[],
): (resource: string) => Promise<KeySet> {
  const known = new Map<string, KeySet>();
  const layouts = { before: layoutOf(old), after: layoutOf(now) };
  return async (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const identities = new KeySet();
    known.set(name, identities);
    const after = layouts.after.get(name)!;
    const before = layouts.before.get(ownerBefore(renames, name));
    const own = changes.find((change) => change.after?.resource.name === name);
    if (before === undefined || (own !== undefined && own.before === undefined)) return identities;
    const there = new Set(before.columns.map((column) => column.name));
    const stored: Stored = own ?? { before, there, taken: new Map(), gone: [] };
    const turner = recordTurnerOf(turning, after.resource);
    for await (const batch of store.records(stored)) {
      for (const { row, found: extra } of batch)
        identities.add(String(turner.turn(row, extra).record[after.resource.identity]));
    }
    return identities;
  };
}

function reportOf(store: MigrationStore, now: Plan, seen: readonly Seen[]): MigrationReport {
  const layout = layoutOf(now);
  return {
    place: store.place,
    made: true,
    done: false,
    obstacles: seen.flatMap(({ obstacles }) => obstacles),
    tables: seen.map(({ change, surveyed }) => ({
      name: change.name,
      records: surveyed.records,
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
  turning: Turning,
  seen: readonly Seen[],
): Promise<void> {
  const layout = layoutOf(comparing.now);
  const all = seen.map(({ change }) => ({ change, statements: store.statements(change, layout) }));
  const counters: {
    readonly resource: string;
    readonly turner: ReturnType<typeof recordTurnerOf>;
    readonly change: TableChange;
  }[] = [];
  for (const phase of phases) {
    for (const { change, statements } of all) {
      for (const { sql, each } of statements.filter((one) => one.phase === phase)) {
        if (each === undefined) await store.run(sql);
        else {
          const turner = recordTurnerOf(turning, change.after!.resource);
          for await (const batch of store.records(change)) {
            for (const { row, found } of batch) {
              const turned = turner.turn(row, found);
              if (differ(change, turned)) await store.run(sql, each(turned));
            }
          }
          counters.push({ resource: change.after!.resource.name, turner, change });
        }
      }
    }
  }
  await renameSequences(store, comparing);
  for (const { resource, turner, change } of counters) {
    for (const { sequence, numbers } of turner.counters.last) {
      if (!change.counted.some((one) => JSON.stringify(one) === JSON.stringify(sequence))) continue;
      for (const [within, last] of numbers) await store.keepNumber(resource, sequence.field, within, last);
    }
  }
  await store.keep('tables', JSON.stringify(comparing.needed));
  await store.keep('references', 'to be gathered anew');
  await store.keep('plan digest', comparing.now.digest);
  await store.keep('plan', JSON.stringify(comparing.now));
}
