import type { Played } from '../describe/examples/exchange.ts';
import { playDocument } from '../describe/examples/play.ts';
import type { Plan } from '../plan/plan.ts';
import { createVersionPlans } from '../plan/version/plans.ts';
import type { FindWholePlan, WholePlan } from '../plan/whole.ts';
import { createWorlds, type ShowRecord } from './examples/world.ts';
import { disableHandlers } from './without-handlers.ts';

/** How examples are played. */
export interface ExampleOptions {
  /** The version whose examples are wanted; left out: the version that the document states. */
  readonly version?: string | undefined;
  /** The default export of the module with the handlers; left out: operations of handlers are not played. */
  readonly handlers?: unknown;
  /** Milliseconds after which nothing more is begun: the examples are then fewer. */
  readonly milliseconds?: number;
}

/**
 * Plays a document in services in memory, with a clock and random bytes that are the same each time, and returns the exchanges: two
 * calls return the same. Nothing leaves the process. Rejects for an unknown version, and for a module that does not fit.
 */
export async function playExamples(find: FindWholePlan, options: ExampleOptions = {}): Promise<Played> {
  const { handlers, version, milliseconds } = options;
  const [run, shown] = [await find(), await find(version)];
  if (run === undefined || shown === undefined) throw new Error(`the document has no version ${version}`);
  const close = <P extends Plan>(plan: P): P => (handlers === undefined ? disableHandlers(plan) : plan);
  const open = createWorlds({ plan: close(run), handlers, show: createRecordView(run, shown) });
  const until = milliseconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;
  return playDocument(close(shown), open, { isOver: () => performance.now() > until });
}

/** Shows stored records by the names of an older version. */
function createRecordView(run: Plan, { version }: WholePlan): ShowRecord {
  const older = run.versioning.older?.find(({ name }) => name === version?.name);
  if (older === undefined) return (_resource, record) => record;
  const { names } = createVersionPlans(run, older);
  return (resource, record) =>
    Object.fromEntries(
      Object.entries(record).flatMap(([field, value]) => {
        const name = names.older('field', resource, field);
        const shown = typeof value === 'string' ? names.older('value', `${resource}.${field}`, value) : value;
        return name === undefined ? [] : [[name, shown ?? value]];
      }),
    );
}
