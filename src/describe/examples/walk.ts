import type { OperationPlan } from '../../plan/operation.ts';
import type { ResourcePlan, StateMachinePlan, TransitionPlan } from '../../plan/resource.ts';
import { findResource } from './body.ts';
import { dropCredentials } from './callers.ts';
import { attempt, createRecord } from './records.ts';
import { refresh, type Stage, type StoredRecord } from './stage.ts';

/** A step from a state to another. */
interface Step {
  readonly row: TransitionPlan;
  readonly to: string;
}

/** The machine of a resource that has a transition. */
export function findMachine(
  resource: ResourcePlan | undefined,
  transition: string | undefined,
): StateMachinePlan | undefined {
  return resource?.machines.find(
    ({ field, transitions }) => field !== undefined && transitions.some(({ name }) => name === transition),
  );
}

/** The states from which a transition of a machine may be taken. */
export function listFrom(machine: StateMachinePlan, transition: string): readonly string[] {
  const rows = machine.transitions.filter(({ name }) => name === transition);
  return [...new Set(rows.flatMap(({ from }) => from))];
}

/** A new record of a resource in one of some states of a machine, by the shortest way or the longest; undefined if none leads there. */
export async function createIn(
  stage: Stage,
  resource: ResourcePlan,
  machine: StateMachinePlan,
  states: readonly string[],
  longest = false,
): Promise<StoredRecord | undefined> {
  const record = await createRecord(stage, resource.name);
  if (record === undefined) return undefined;
  const ways = listWays(machine, record[machine.field!] as string, states);
  for (const way of longest ? ways.toReversed() : ways) {
    const reached = await walk(stage, resource, machine, record, way);
    if (reached !== undefined) return reached;
    return createAgain(stage, resource, machine, states, way);
  }
  return undefined;
}

/** Another record, by the ways that are left when one has failed. */
async function createAgain(
  stage: Stage,
  resource: ResourcePlan,
  machine: StateMachinePlan,
  states: readonly string[],
  failed: readonly Step[],
): Promise<StoredRecord | undefined> {
  const record = await createRecord(stage, resource.name);
  if (record === undefined) return undefined;
  const blocked = failed.at(-1)!.row;
  for (const way of listWays(machine, record[machine.field!] as string, states)) {
    if (way.some(({ row }) => row === blocked)) continue;
    return walk(stage, resource, machine, record, way);
  }
  return undefined;
}

/** The shortest ways from a state to one of some others, at most three. */
function listWays(machine: StateMachinePlan, from: string, states: readonly string[]): readonly (readonly Step[])[] {
  if (states.includes(from)) return [[]];
  const found: (readonly Step[])[] = [];
  let ways: readonly (readonly Step[])[] = [[]];
  const reached = new Set([from]);
  for (let length = 0; length < 8 && found.length < 3 && ways.length > 0; length++) {
    const longer: (readonly Step[])[] = [];
    for (const way of ways) {
      const at = way.at(-1)?.to ?? from;
      for (const row of machine.transitions) {
        if (row.to.kind !== 'state' || !row.from.includes(at) || row.to.state === at) continue;
        const next = [...way, { row, to: row.to.state }];
        if (states.includes(row.to.state)) found.push(next);
        if (!reached.has(row.to.state)) {
          reached.add(row.to.state);
          longer.push(next);
        }
      }
    }
    ways = longer;
  }
  return found;
}

async function walk(
  stage: Stage,
  resource: ResourcePlan,
  machine: StateMachinePlan,
  record: StoredRecord,
  way: readonly Step[],
): Promise<StoredRecord | undefined> {
  let present: StoredRecord | undefined = record;
  for (const step of way) {
    present = present && (await take(stage, resource, machine, present, step));
  }
  return present;
}

/** Takes a transition by its operation, or by waiting for it; undefined if the record does not get into the state. */
async function take(
  stage: Stage,
  resource: ResourcePlan,
  machine: StateMachinePlan,
  record: StoredRecord,
  { row, to }: Step,
): Promise<StoredRecord | undefined> {
  const read = async (): Promise<StoredRecord | undefined> =>
    (await refresh(stage, resource.name)).find((one) => one[resource.identity] === record[resource.identity]);
  const isThere = async (): Promise<boolean> => (await read())?.[machine.field!] === to;
  if (row.trigger?.kind === 'after') {
    await stage.world.advance(row.trigger.milliseconds + 1000);
    dropCredentials(stage);
  }
  if (row.trigger?.kind === 'at') {
    const moment = Date.parse(String(record[row.trigger.field]));
    if (moment > stage.world.now()) await stage.world.advance(moment - stage.world.now() + 86_400_000);
    dropCredentials(stage);
  }
  if (await isThere()) return read();
  for (const operation of listTransitions(stage, resource, row.name)) {
    let present: StoredRecord | undefined = record;
    // A transition may have to be taken several times, such as a payment in parts.
    for (let times = 0; times < 3 && present !== undefined; times++) {
      await attempt(stage, operation, { record: present, accepts: isThere });
      present = await read();
      if (present?.[machine.field!] === to) return present;
    }
  }
  return undefined;
}

/** The operations that take a transition of a resource. */
export function listTransitions({ plan }: Stage, resource: ResourcePlan, name: string): readonly OperationPlan[] {
  return plan.operations.filter(
    (operation) =>
      operation.disabled !== true &&
      operation.resource === resource.name &&
      operation.kind === 'transition' &&
      operation.verb === name,
  );
}

/** A new record to which an operation may be applied: in a state that its transition, or its matrix, allows. */
export async function createTarget(stage: Stage, operation: OperationPlan): Promise<StoredRecord | undefined> {
  const resource = findResource(stage.plan, operation.resource);
  if (resource === undefined) return undefined;
  const transition = operation.verb ?? operation.kind;
  const machine = findMachine(resource, transition);
  if (machine === undefined) return createRecord(stage, resource.name);
  return createIn(stage, resource, machine, listFrom(machine, transition));
}
