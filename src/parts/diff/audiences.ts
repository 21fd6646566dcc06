import { listChildNodes } from '../../expression/references.ts';
import type { Expression } from '../../expression/tree.ts';
import { type Audience, listAudiences } from '../../plan/access/audiences.ts';
import { computeExposure } from '../../plan/access/exposure.ts';
import { getPermission, getReading } from '../../plan/access/permissions.ts';
import { listShownValues } from '../../plan/access/reveals.ts';
import { getReturnedContent } from '../../plan/files/file-bodies.ts';
import { operationKinds } from '../../plan/kinds.ts';
import type { Plan } from '../../plan/plan.ts';
import { memo } from '../../text/memo.ts';
import type { Comparison } from './comparison.ts';

/** The end of the name of a file whose content an audience gets, by the operation that returns it or by a link. */
const content = ' content';
const conditions: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in', '&&', '||']);

/**
 * Lists the audiences to whom operations that they may call in both documents show a field, or the content of a file, that none of these
 * showed them; the fields are named as `Invoice.memo`. An audience that belongs to a wider one of them is left out.
 */
export function listNewAudiences(comparison: Comparison, old: string, now: string): readonly Audience[] {
  const found = listSeen(comparison).filter((seen) =>
    ['', content].some((of) => seen.now.has(`${now}${of}`) && !seen.old.has(`${old}${of}`)),
  );
  const names = found.map(({ audience }) => audience);
  if (names.includes('public')) return ['public'];
  return names.includes('authenticated') ? ['authenticated'] : names;
}

interface Seen {
  readonly audience: Audience;
  readonly old: ReadonlySet<string>;
  readonly now: ReadonlySet<string>;
}

const listSeen = memo(({ old: { plan: old }, now: { plan: now }, renamed }: Comparison): readonly Seen[] => {
  const newer = new Set(now.events.map(({ name }) => renamed.event(name)));
  const older = new Set(old.events.map(({ name }) => name));
  const seenBefore = createSight(old, (event) => newer.has(event));
  const seenNow = createSight(now, (event) => older.has(renamed.event(event)));
  return listAudiences(now)
    .filter((audience) => listAudiences(old).includes(audience))
    .map((audience) => {
      const operations = listCalled(old, audience).intersection(listCalled(now, audience));
      return { audience, old: seenBefore(audience, operations), now: seenNow(audience, operations) };
    });
});

function listCalled(plan: Plan, audience: Audience): ReadonlySet<string> {
  const called = plan.operations.filter(
    (operation) => operation.disabled !== true && getPermission(plan, operation, audience).may !== 'none',
  );
  return new Set(called.map(({ name }) => name));
}

/** Creates what finds the values that operations show an audience: audiences that may call and read the same see the same. */
function createSight(
  plan: Plan,
  isCounted: (event: string) => boolean,
): (audience: Audience, operations: ReadonlySet<string>) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (audience, operations) => {
    const read = plan.resources.filter(({ name }) => getReading(plan, name, audience).may !== 'none');
    const readable = new Set(read.map(({ name }) => name));
    const key = JSON.stringify([...operations, '', ...readable]);
    const found = known.get(key) ?? findSeen(plan, audience, operations, readable, isCounted);
    known.set(key, found);
    return found;
  };
}

function findSeen(
  plan: Plan,
  audience: Audience,
  operations: ReadonlySet<string>,
  readable: ReadonlySet<string>,
  isCounted: (event: string) => boolean,
): ReadonlySet<string> {
  const called = plan.operations.filter(({ name }) => operations.has(name));
  const getsEvents = called.some(({ kind }) => operationKinds[kind].about === 'events');
  const { shown } = computeExposure(
    plan,
    (kind, name) => (kind === 'event' ? getsEvents && isCounted(name) : operations.has(name)),
    (resource) => readable.has(resource),
  );
  const values = listShownValues(plan, audience, called);
  const contents = called.flatMap((operation) => {
    const returned = getReturnedContent(operation);
    return returned === undefined ? [] : [`${operation.resource}.${returned.field}${content}`];
  });
  return new Set([...shown, ...contents, ...values.flatMap(({ expression, owner }) => listFlowing(expression, owner))]);
}

/** Lists the fields whose values are in that of an expression, and the files whose links are. A condition shows no value that it reads. */
function listFlowing(node: Expression, owner: string | undefined): readonly string[] {
  if (node.op === 'path') return listField(node, owner);
  if (node.op === 'has' || node.op === 'not') return [];
  if (node.op === 'binary' && conditions.has(node.operator)) return [];
  if (node.op === 'choose') return [node.then, node.otherwise].flatMap((one) => listFlowing(one, owner));
  if (node.op === 'call' && node.name === 'size') return [];
  const inside = listChildNodes(node).flatMap((one) => listFlowing(one, owner));
  return node.op === 'call' && node.name === 'link' ? inside.map((name) => `${name}${content}`) : inside;
}

/** The field at the end of a path through references. */
function listField(
  { root, steps }: Expression & { readonly op: 'path' },
  owner: string | undefined,
): readonly string[] {
  if (root !== 'record' && root !== 'old') return [];
  const last = steps.findLast(({ through }) => through !== undefined) ?? steps[0];
  const of = last?.through ?? owner;
  return last === undefined || of === undefined ? [] : [`${of}.${last.name}`];
}
