import { listChildNodes } from '../../expression/references.ts';
import type { Expression } from '../../expression/tree.ts';
import { memo } from '../../text/memo.ts';
import { needsHandler } from '../handler-rules.ts';
import { mayChangeRecords } from '../kinds.ts';
import type { OperationPlan } from '../operation.ts';
import type { Plan } from '../plan.ts';
import type { ResourcePlan } from '../resource.ts';
import { listRows } from './binding-rows.ts';
import { listGoneStates } from './gone.ts';
import { collectReadRefs, listReadResources } from './neighbours.ts';
import { collectQuestions, listRulesOfParents } from './questions.ts';
import { getResourceOperations } from './readers.ts';
import { getTimePlan } from './timed.ts';
import { findDirectTarget, listRunEffects, listTouched, listWritten } from './written.ts';

type Asking = Pick<Plan, 'resources' | 'operations'>;

/** The resources on which the writes of one resource depend. */
interface Reads {
  /** The resources about which they ask. */
  readonly asked: ReadonlySet<string>;
  /** These, and the resources that they read through references. */
  readonly read: ReadonlySet<string>;
  /** The most questions that one write asks. */
  readonly questions: number;
}

/**
 * Whether the writes of a resource must run as if no other transaction ran at the same time. They must in three cases:
 *
 * - One write asks several questions: all of them are about one moment.
 * - Other writes may change the results of its questions, and depend on what it writes in turn, directly or through further writes. Then
 *   neither may run on what it saw before the other was done. Writes that only read through references are put in an order by the lock on
 *   the record, if that is the own record of the other write: it is locked first. Records of effects and deletions are locked later.
 * - Their effects may lock several records in any order. Two of them may wait for each other.
 *
 * No lock reaches a transaction that runs on an older snapshot. Where some must run so, or handlers or hooks do, writes that read what these
 * write, and write what they read, must as well. `isHooked`: the module has hooks inside transactions.
 */
export function mustBeSerializable(plan: Asking, resource: string, isHooked = false): boolean {
  return find(plan, isHooked).has(resource);
}

/** Whether the writes of any resource must run as if no other transaction ran at the same time. */
export function isAnySerializable(plan: Asking, isHooked = false): boolean {
  return find(plan, isHooked).size > 0;
}

function find(plan: Asking, isHooked: boolean): ReadonlySet<string> {
  return isHooked || plan.operations.some(needsHandler) ? serializableWithCode(plan) : serializable(plan);
}

const serializable = memo((plan: Asking) => findSerializable(plan, false));
const serializableWithCode = memo((plan: Asking) => findSerializable(plan, true));

function findSerializable(plan: Asking, hasCode: boolean): ReadonlySet<string> {
  const names = plan.resources.map(({ name }) => name);
  const reads = new Map(plan.resources.map((resource) => [resource.name, collectReads(plan, resource)]));
  const written = new Map(names.map((name) => [name, listChanged(plan, name)]));
  /** The resources on which the writes of one depend, with all their effects. */
  const collect = (name: string, kind: 'asked' | 'read') =>
    new Set([...written.get(name)!].flatMap((each) => [...(reads.get(each)?.[kind] ?? [])]));
  const reach = (dependsOn: (name: string) => (writer: string) => boolean) => {
    const edges = new Map(names.map((name) => [name, names.filter(dependsOn(name))]));
    return new Map(names.map((name) => [name, follow(edges, name)]));
  };
  const byQuestions = reach((name) => {
    const [asked, read] = [collect(name, 'asked'), collect(name, 'read')];
    return (writer) => [...written.get(writer)!].some((each) => asked.has(each) || (each !== writer && read.has(each)));
  });
  const sum = (name: string) => [...written.get(name)!].reduce((all, each) => all + reads.get(each)!.questions, 0);
  const found = new Set(
    names.filter((name) => byQuestions.get(name)!.has(name) || sum(name) > 1 || mayLockInAnyOrder(plan, name)),
  );
  if (found.size === 0 && !hasCode) return found;
  const byReads = reach((name) => {
    const read = collect(name, 'read');
    return (writer) => !written.get(writer)!.isDisjointFrom(read);
  });
  const isReached = (name: string): boolean =>
    [...found].some((other) => byReads.get(name)!.has(other) && byReads.get(other)!.has(name));
  const more = names.filter((name) => (hasCode ? collect(name, 'read').size > 0 : isReached(name)));
  return new Set([...found, ...more]);
}

/**
 * Whether the effects of a resource's writes may lock several records in any order. Records that the record itself references are locked
 * in the order of their identities, and no other transaction locks a record that is created.
 */
function mayLockInAnyOrder(plan: Asking, name: string): boolean {
  const locking = (names: ReadonlySet<string>) =>
    plan.resources
      .filter((resource) => names.has(resource.name))
      .map(({ name: of, machines }) => ({
        of,
        effects: listRunEffects(
          machines.flatMap(({ transitions }) => transitions.flatMap(({ others = [] }) => others)),
        ).filter(({ verb }) => verb !== 'create'),
      }))
      .filter(({ effects }) => effects.length > 0);
  const own = locking(listWritten(plan, name));
  // The record itself is locked before those of its own resource, and each record that follows a deletion locks in its own order.
  const isFree = ({ of, effects }: (typeof own)[number]) =>
    effects.some((effect) => effect.resource === of || findDirectTarget(effect) === undefined);
  const followers = isDeleted(plan, name) ? locking(listTouched(plan, [name])) : [];
  return own.length > 1 || own.some(isFree) || followers.length > 0;
}

/** The resources that the writes of a resource change: by effects, and by what follows a deletion. */
function listChanged(plan: Asking, name: string): ReadonlySet<string> {
  const written = listWritten(plan, name);
  const deleted = [...written].filter((each) => isDeleted(plan, each));
  return deleted.length === 0 ? written : new Set([...written, ...listTouched(plan, deleted)]);
}

function isDeleted({ resources, operations }: Asking, name: string): boolean {
  const isCalled = operations.some(({ kind, resource }) => kind === 'delete' && resource === name);
  const rows = resources.flatMap(({ machines }) => machines.flatMap(({ transitions }) => transitions));
  const own = resources.find((resource) => resource.name === name)!.machines.flatMap(({ transitions }) => transitions);
  const isTimed = own.some((row) => row.name === 'delete' && getTimePlan(row) !== undefined);
  return (
    isCalled ||
    isTimed ||
    listRunEffects(rows.flatMap(({ others = [] }) => others)).some(
      ({ verb, resource }) => verb === 'delete' && resource === name,
    )
  );
}

function follow(edges: ReadonlyMap<string, readonly string[]>, from: string): ReadonlySet<string> {
  const reached = new Set(edges.get(from));
  for (const name of reached) for (const next of edges.get(name) ?? []) reached.add(next);
  return reached;
}

function collectReads(plan: Asking, resource: ResourcePlan): Reads {
  const { name, rules, fields } = resource;
  const { resources } = plan;
  const parents = listRulesOfParents(resources, name);
  const rows = listRows(resource);
  const writing = getResourceOperations(plan, name).filter(mayChangeRecords);
  const conditions = [...rules, ...rows, ...parents.map(({ rule }) => rule), ...listRowRules(writing)];
  const named = fields.flatMap(({ schema }) => (schema.type === 'ref' ? [schema.resource] : []));
  // A reference is accepted if the caller may read the record, and as long as that is not gone.
  const naming = [...new Set(named)].map((resource) => {
    const accepting = listRowRules(getResourceOperations(plan, resource));
    const isGoing = listGoneStates(resources.find((other) => other.name === resource)!).length > 0;
    return { resource, accepting, isConditional: isGoing || accepting.length > 0 };
  });
  const all = [...conditions, ...naming.flatMap(({ accepting }) => accepting)];
  const questions = collectQuestions(...all);
  const asked = new Set([
    ...questions.flatMap((question) => [question.resource, ...listThrough(question)]),
    ...parents.map(({ of }) => of.name),
  ]);
  const conditional = naming.filter(({ isConditional }) => isConditional).map(({ resource }) => resource);
  const followed = [...listReadResources(collectReadRefs(...all)), ...listVariableReads(rows)];
  const read = new Set([...asked, ...followed, ...conditional]);
  const transitions = [...Map.groupBy(rows, (row) => (row.name === 'replace' ? 'update' : row.name)).values()];
  const always = collectQuestions(
    rules,
    parents.map(({ rule }) => rule),
  ).length;
  return { asked, read, questions: always + most(transitions) + most(writing.map((each) => listRowRules([each]))) };
}

/** The most questions in one of several parts of a plan. */
function most(parts: readonly unknown[]): number {
  return Math.max(0, ...parts.map((part) => collectQuestions(part).length));
}

function listRowRules(operations: readonly OperationPlan[]): readonly Expression[] {
  const grants = operations.flatMap(({ access }) => access.grants);
  return grants.flatMap(({ where }) => (where === undefined || where === 'disabled' ? [] : [where]));
}

/** The resources that a question reads through references of its records. */
function listThrough(node: Expression): readonly string[] {
  const inside = listChildNodes(node).flatMap(listThrough);
  const own = node.op === 'path' ? node.steps.flatMap(({ through }) => through ?? []) : [];
  return [...own, ...inside];
}

/** The resources that effects read through references of the records that an `each` finds. */
function listVariableReads(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(listVariableReads);
  const { op, root, steps = [] } = value as Partial<Extract<Expression, { readonly op: 'path' }>>;
  const own = op === 'path' && root === 'local' ? steps.flatMap(({ through }) => through ?? []) : [];
  return [...own, ...inside];
}
