import { isObject } from '../../../plan/fields/is-object.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import { observe } from '../../observe.ts';
import { createProver, type Prover } from '../../prover.ts';
import { isSame } from '../../values/evaluate.ts';
import { findReader, findResponse, readRecords } from '../../values/shown.ts';
import type { Exchanged } from '../../world/exchanged.ts';
import type { Ground } from '../../world/world.ts';
import { judgeSuccess } from '../endpoints/success.ts';

/** Clients of an older version send its requests and get its responses. */
export const older: Check = {
  part: 'versioning',
  name: 'older',
  says: 'The operations of each older version are called with its requests; the responses have its names, and nothing that came later.',
  cases: (prover) =>
    [...(prover.ground.older ?? [])].flatMap(([version, ground]): readonly Case[] => {
      const old = createProver(ground);
      const row = prover.plan.versioning.versions.find(({ name }) => name === version);
      return old.operations.flatMap((operation): readonly Case[] => {
        const about = `${operation.name} in version ${version}`;
        const lines = listChanges(prover.plan, version, operation).map(({ line }) => line);
        const isSeen = lines.length > 0 || operation.kind === 'create' || operation.kind === 'read';
        if (row === undefined || !isSeen || operation.kind === 'handler') return [];
        const run = once(() => judge(prover, old, operation, version));
        return [...new Set([row.line, ...lines])].map((line) => ({ line, about, run }));
      });
    }),
};

type Change = WholePlan['versioning']['changes'][number];

/** Changes of what requests and responses look like. */
const visible = new Set(['added', 'removed', 'renamed', 'type', 'path', 'status', 'value added', 'value removed']);

/** The rows of Changes that a version does not have, about an operation or its resource. */
function listChanges(
  { versioning: { versions, changes } }: WholePlan,
  version: string,
  operation: OperationPlan,
): readonly Change[] {
  const at = versions.findIndex(({ name }) => name === version);
  const newer = new Set(versions.slice(0, at).map(({ name }) => name));
  return changes.filter(
    (change) =>
      newer.has(change.version) &&
      visible.has(change.change) &&
      (change.operation === undefined
        ? change.resource === operation.resource && change.resource !== undefined
        : change.operation === operation.name),
  );
}

/** Runs once for all rows that share it, and again for a row that has had the result. */
function once(run: () => Promise<Outcome>): () => Promise<Outcome> {
  let left = 0;
  let last: Promise<Outcome> | undefined;
  return async () => {
    if (last === undefined || left === 0) {
      last = run();
      left = 64;
    }
    left--;
    const outcome = await last;
    if (outcome.kind === 'violated') left = 0;
    return outcome;
  };
}

async function judge(prover: Prover, old: Prover, operation: OperationPlan, version: string): Promise<Outcome> {
  const { ground, plan } = old;
  const trial = await old.prepare(operation);
  if (typeof trial === 'string') {
    const outcome = await judgeSuccess(old, operation);
    const [first] = listChanges(prover.plan, version, operation);
    if (outcome.kind !== 'violated') return outcome;
    return { ...outcome, ...(first === undefined ? {} : { line: first.line }) };
  }
  const one = await old.send(trial);
  if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
  const at = (words: string): number | undefined => findLine(prover.plan, version, operation, words);
  const [wrong] = observe(plan, old.wire.of(operation), { ...one, operation: operation.name }).flatMap(({ outcome }) =>
    outcome.kind === 'violated' ? [outcome] : [],
  );
  const place = (expected: string, got: string, by: Exchanged): Outcome => {
    const line = at(`${expected} ${got}`);
    return { ...violated(`in version ${version}, ${expected}`, got, by), ...(line === undefined ? {} : { line }) };
  };
  if (wrong !== undefined) return place(wrong.expected, wrong.got, one);
  const shape = findResponse(operation, one.response.status)?.shape;
  const present = prover.plan.operations.find(({ name }) => name === operation.name);
  const added = findAdded(
    listChanges(prover.plan, version, operation),
    shape,
    present?.responses[0]?.shape,
    one.response.body,
  );
  if (added !== undefined) return place(`\`${operation.name}\` does not show \`${added}\``, 'it shows it', one);
  const resource = plan.resources.find(({ name }) => name === operation.resource);
  const [record] = readRecords(shape, one.response.body);
  if (resource === undefined || record === undefined || operation.kind === 'list') return proven;
  return (await compare(prover, ground, resource, record, version)) ?? proven;
}

/** The member of the present response that an older one does not have, and yet shows. */
function findAdded(
  changes: readonly Change[],
  older: AnswerShape | undefined,
  present: AnswerShape | undefined,
  body: unknown,
): string | undefined {
  if (older?.kind !== 'object' || present?.kind !== 'object' || !isObject(body)) return undefined;
  const names = new Set(older.members.map(({ name }) => name));
  const isAdded = (member: string): boolean =>
    changes.some(({ change, where }) => change === 'added' && where.split('.').at(-1) === member);
  return present.members.find(({ name }) => !names.has(name) && isAdded(name) && Object.hasOwn(body, name))?.name;
}

/** Compares a record as a client of the older version sees it with the same one as present clients do. */
async function compare(
  prover: Prover,
  ground: Ground,
  resource: ResourcePlan,
  record: Readonly<Record<string, unknown>>,
  version: string,
): Promise<Outcome | undefined> {
  const now = prover.resource(resource.name);
  if (now === undefined || record[resource.identity] === undefined) return undefined;
  if (findReader(ground.plan.operations, resource) === undefined) return undefined;
  const read = await prover.read(now, { ...record, [now.identity]: record[resource.identity] });
  const reader = prover.plan.operations.find(({ name }) => name === read?.operation);
  if (read === undefined || reader === undefined || read.response.status >= 400) return undefined;
  const [shown = {}] = readRecords(findResponse(reader, read.response.status)?.shape, read.response.body);
  for (const { renamed, change, line } of prover.plan.versioning.changes) {
    if (change !== 'renamed' || renamed?.of !== resource.name || renamed.value !== undefined) continue;
    const [old, value] = [record[renamed.from], shown[renamed.field]];
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
    if (!isPlain || old === undefined || typeof old !== typeof value || isSame(old, value)) continue;
    const words = `in version ${version}, \`${renamed.from}\` is what present clients see as \`${renamed.field}\`, ${JSON.stringify(value)}`;
    return { ...violated(words, JSON.stringify(old), read), line };
  }
  return undefined;
}

/** The row of Changes whose names a finding has. */
function findLine(plan: WholePlan, version: string, operation: OperationPlan, words: string): number | undefined {
  const names = new Set(words.match(/\w+/g));
  const changes = listChanges(plan, version, operation);
  const named = changes.find(({ where, stated, renamed }) => {
    const own = [where.split(/[ .]/).at(-1), renamed?.from, ...(stated?.before ?? [])];
    return own.some((name) => name !== undefined && names.has(name));
  });
  return named?.line ?? changes.find(({ change }) => change === 'status' || change === 'path')?.line;
}
