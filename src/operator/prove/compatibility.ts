import type { Document } from '../../parts/index.ts';
import { isOver } from '../../plan/version/sunset.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { checks } from '../../prove/checks/index.ts';
import { listSubjects } from '../../prove/ledger/subjects.ts';
import type { Violation } from '../../prove/ledger/verdict.ts';
import { readCode } from '../../prove/rejections.ts';
import { createReport, type Report } from '../../prove/report.ts';
import { type EndedCase, type Run, type RunOptions, run } from '../../prove/run.ts';
import type { Exchanged } from '../../prove/world/exchanged.ts';
import { openSelf } from './self.ts';

/** A document with its plan. */
export interface Planned {
  readonly document: Document;
  readonly plan: WholePlan;
}

/** How the service of a document is proved by the checks of an older one. */
export interface Comparing {
  readonly old: Planned;
  readonly now: Planned;
  /** Milliseconds after which no check begins. */
  readonly budget: number;
  progress?(done: number, cases: number): void;
}

/** The proof of a service by the checks of an older document. */
export interface Compatibility {
  /** The rows of the older document. */
  readonly report: Report;
  /** The version that requests name; undefined: the older document names none, or the service does not serve it. */
  readonly version: string | undefined;
}

/** Runs the service of a document in memory and proves it by the checks of an older one. */
export async function proveCompatibility({ old, now, budget, progress }: Comparing): Promise<Compatibility> {
  const until = performance.now() + budget;
  const version = findKeptVersion(old.plan, now.plan);
  const common = {
    seed: 0,
    checks,
    isOver: () => performance.now() > until,
    wants: () => true,
    ...(progress === undefined ? {} : { progress }),
  };
  const answered = createAnswers(now.plan);
  await runIn(old.plan, old.plan, {
    ...common,
    isOver: () => performance.now() > until - budget / 2,
    ended: answered.keep,
  });
  const done = await runIn(now.plan, old.plan, { ...common, version, ended: answered.judge });
  const { document, plan } = old;
  const report = createReport(done, {
    ...{ plan, document: document.source.name, origin: 'http://127.0.0.1:4000', seed: 0 },
    subjects: listSubjects(document.content, document.source),
  });
  return { report, version };
}

async function runIn(
  served: WholePlan,
  asked: WholePlan,
  options: Omit<RunOptions, 'plan' | 'transport' | 'callers'>,
): Promise<Run> {
  const self = await openSelf(served, asked);
  try {
    return await run({ ...options, ...self });
  } finally {
    await self.close();
  }
}

/** The version of an older document that a newer one still serves; undefined: there is none, or no request can name it. */
function findKeptVersion({ versioning: old }: WholePlan, { versioning: now }: WholePlan): string | undefined {
  const [own, top] = [findCurrent(old), findCurrent(now)];
  const kept = now.versions.find(({ name }) => name === own?.name);
  const isServed = kept !== undefined && kept.status !== 'preview' && !isOver(kept, Date.now);
  return isServed && kept !== top && old.placements.length > 0 ? kept.name : undefined;
}

function findCurrent({ versions }: WholePlan['versioning']): WholePlan['versioning']['versions'][number] | undefined {
  return versions.find(({ status }) => status === 'current') ?? versions[0];
}

/** How an operation of the older service succeeded. */
interface Succeeded {
  readonly status: number;
  readonly hasCaller: boolean;
}

/** Compares how two services answer the same cases: the older document states no error for much that a newer service may reject. */
function createAnswers({ errors }: WholePlan) {
  const succeeded = new Map<string, ReadonlyMap<string, Succeeded>>();
  const all = new Map<string, Succeeded>();
  const toKey = ({ check, about }: Pick<EndedCase, 'check' | 'about'>): string => `${check}\n${about}`;
  const isRejected = ({ response }: Exchanged): boolean => response.status >= 400;
  const find = (
    of: Pick<EndedCase, 'check' | 'about'>,
    { outcome, exchanges }: Pick<EndedCase, 'outcome' | 'exchanges'>,
  ): { readonly last: Exchanged; readonly status: number } | undefined => {
    const own = succeeded.get(toKey(of));
    if (outcome.kind !== 'unreached' || own === undefined) return undefined;
    const known = own.size === 0 ? all : own;
    const last = exchanges.findLast((one) => {
      const before = known.get(one.operation ?? '');
      // A caller that cannot be made for the newer service shows nothing.
      return before !== undefined && isRejected(one) && before.hasCaller === (one.caller !== undefined);
    });
    return last === undefined ? undefined : { last, status: known.get(last.operation!)!.status };
  };
  return {
    /** Keeps which operations succeeded in a case of the older service, and were rejected in none of its requests. */
    async keep(one: EndedCase): Promise<undefined> {
      if (one.outcome.kind !== 'proven') return undefined;
      const found = new Map<string, Succeeded>();
      for (const { operation = '', caller, response } of one.exchanges)
        if (response.status < 400) found.set(operation, { status: response.status, hasCaller: caller !== undefined });
      for (const [operation, how] of found) all.set(operation, how);
      for (const { operation = '' } of one.exchanges.filter(isRejected)) found.delete(operation);
      succeeded.set(toKey(one), found);
      return undefined;
    },
    /** Says which request the newer service rejects, twice, in a case that the older one got past. */
    async judge(one: EndedCase): Promise<Violation | undefined> {
      const first = find(one, one);
      if (first === undefined) return undefined;
      const repeated = await one.repeat();
      // An operation that never succeeded is not tried again.
      const again = repeated.exchanges.length === 0 ? first : find(one, repeated);
      if (again === undefined) return undefined;
      const { last, status } = again;
      const code = readCode(errors, last.response.body);
      return {
        kind: 'violated',
        expected: `\`${last.operation}\` responds with ${status}, as the older service does`,
        got: `${last.response.status}${code === undefined ? '' : ` ${code}`}`,
        exchange: last,
      };
    },
  };
}
