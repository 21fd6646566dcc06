import type { Document } from '../../parts/index.ts';
import { buildWholePlanOf } from '../../parts/plan/whole-version.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { Case, Check } from '../../prove/check.ts';
import { checks } from '../../prove/checks/index.ts';
import { findClosedDoor } from '../../prove/door.ts';
import { createReplay, type Earlier } from '../../prove/ledger/replay.ts';
import { listSubjects } from '../../prove/ledger/subjects.ts';
import { createReport, type Report } from '../../prove/report.ts';
import { type RunOptions, run } from '../../prove/run.ts';
import { type Caller, createGivenCallers } from '../../prove/world/callers.ts';
import type { Transport } from '../../prove/world/exchanged.ts';
import { CommandError } from '../command-error.ts';
import { createHttpTransport } from './http.ts';
import { createReceiver } from './receiver.ts';
import { openSelf } from './self.ts';

/** A service to prove, and the rows of its document that count. */
export interface Proving {
  readonly document: Document;
  readonly plan: WholePlan;
  /** The document as reports name it. */
  readonly file: string;
  /** Left out: the service that Nonet runs from the document, in memory. */
  readonly service?: ProvedService | undefined;
  /** Milliseconds after which no check begins. */
  readonly budget: number;
  /** Default: 0 for a service in memory, else by the time. */
  readonly seed?: number | undefined;
  readonly part?: string | undefined;
  readonly row?: number | undefined;
  /** Only the checks that showed the findings of an earlier report are tried. */
  readonly earlier?: Earlier | undefined;
  progress?(done: number, cases: number): void;
}

/** A service that runs. */
export interface ProvedService {
  /** Its address, with or without the path of the Base URL. */
  readonly url: string;
  readonly callers: readonly Caller[];
  readonly allowChanges: boolean;
  readonly readOnly: boolean;
  /** The address by which the service reaches what receives its webhooks; left out: one of this machine, for a service of this machine. */
  readonly receiver?: string | undefined;
}

/** Proves a service. Throws a `CommandError` if it lets nothing in, or if changes of a service on another machine are not allowed. */
export async function proveService(proving: Proving): Promise<Report> {
  const { document, plan, file, service, budget, part, row, earlier, progress } = proving;
  const replay = earlier && createReplay(earlier);
  const seed = proving.seed ?? earlier?.seed ?? (service === undefined ? 0 : Math.floor(Date.now() / 1000) % 100_000);
  const until = Date.now() + budget;
  const all = listSubjects(document.content, document.source);
  const partOf = new Map<number, string>(all.map((subject) => [subject.line, subject.part]));
  const common = {
    seed,
    older: listOlder(document, plan),
    checks,
    isOver: () => Date.now() > until,
    wants: (check: Check, { line, about }: Case) =>
      (part === undefined || partOf.get(line) === part) &&
      (row === undefined || line === row) &&
      (replay === undefined || replay.wants(`${check.part}/${check.name}`, about)),
    ...(replay === undefined ? {} : { ended: replay.ended }),
    ...(progress === undefined ? {} : { progress }),
  };
  const subjects = all.filter(
    (one) =>
      (part ?? one.part) === one.part && (row ?? one.line) === one.line && (replay === undefined || replay.shows(one)),
  );
  const report = async (running: Omit<RunOptions, keyof typeof common>, origin: string): Promise<Report> => {
    const done = await run({ ...common, ...running });
    const closed = findClosedDoor(done);
    const made = createReport(done, { plan: running.plan, document: file, origin, seed, subjects });
    if (closed !== undefined && made.totals.violated === 0) throw new CommandError(closed);
    return replay === undefined ? made : replay.judge(made);
  };
  if (service !== undefined) {
    const { prefix } = plan.base;
    const { url, readOnly } = service;
    const origin = prefix !== '' && url.endsWith(prefix) ? url.slice(0, -prefix.length) : url;
    const allowsChanges = !readOnly && (service.allowChanges || isLoopback(origin));
    if (!allowsChanges && !readOnly)
      throw new CommandError(
        `Proving ${origin} creates and changes records there. Allow it with --allow-changes, or send only requests that read with --read-only.`,
      );
    const receiver =
      service.receiver === undefined && !isLoopback(origin)
        ? undefined
        : createReceiver({ url: service.receiver, now: () => transport.now() });
    const { inboxes } = receiver ?? {};
    const transport: Transport = createHttpTransport({ origin, allowsChanges, until: () => until, inboxes });
    try {
      return await report({ plan, transport, callers: createGivenCallers(service.callers), cleansUp: true }, origin);
    } finally {
      await receiver?.close();
    }
  }
  const self = await openSelf(plan);
  try {
    return await report(self, 'http://127.0.0.1:4000');
  } finally {
    await self.close();
  }
}

/** The plans of the older versions that are served. */
export function listOlder({ service }: Document, { versioning }: WholePlan): readonly WholePlan[] {
  const served = versioning.versions.slice(1).filter(({ status }) => status !== 'retired');
  return served.flatMap(({ name }) => buildWholePlanOf(service, name) ?? []);
}

function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}
