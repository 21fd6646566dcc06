import { createIn } from '../../../describe/examples/walk.ts';
import type { ResourcePlan, StateMachinePlan, TransitionPlan } from '../../../plan/resource.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { holds } from '../../values/evaluate.ts';
import { findResponse, readRecords, type ShownRecord } from '../../values/shown.ts';
import type { Exchanged } from '../../world/exchanged.ts';
import { judgeEffects } from './transitions.ts';

/** A timer moves a record when it is due, and not before. */
export const timers: Check = {
  part: 'states',
  name: 'timers',
  says: 'A record waits until shortly before a timer is due, then until it is due.',
  cases: (prover) =>
    prover.plan.resources.flatMap((resource) =>
      resource.machines.flatMap((machine) =>
        machine.transitions.flatMap((row): readonly Case[] =>
          row.trigger?.kind === 'after' || row.trigger?.kind === 'at'
            ? row.from.map((state) => ({
                line: row.line,
                about: `${row.name} of a ${resource.name} that is ${state}`,
                run: () => awaitTimer(prover, resource, machine, row, state),
              }))
            : [],
        ),
      ),
    ),
};

/** No longer wait is made for a timer if the clock cannot be turned. */
const longest = 10_000;
/** A timer may be late by so much. */
const late = 5_000;

interface Seen {
  readonly record: ShownRecord;
  readonly by: Exchanged;
}

async function look(prover: Prover, resource: ResourcePlan, record: ShownRecord): Promise<Seen | undefined> {
  const by = await prover.read(resource, record);
  const reader = prover.plan.operations.find(({ name }) => name === by?.operation);
  if (by === undefined || reader === undefined || by.response.status >= 400) return undefined;
  const [shown] = readRecords(findResponse(reader, by.response.status)?.shape, by.response.body);
  return shown === undefined ? undefined : { record: shown, by };
}

async function awaitTimer(
  prover: Prover,
  resource: ResourcePlan,
  machine: StateMachinePlan,
  row: TransitionPlan,
  state: string,
): Promise<Outcome> {
  const { ground } = prover;
  const { transport } = ground;
  const { field } = machine;
  if (field === undefined) return unreached('no response shows the state');
  const begin = transport.now();
  const record = await createIn(ground.stage, resource, machine, [state]);
  if (record === undefined || record[field] !== state)
    return unreached(`no request of this run leads to a ${resource.name} that is ${state}`);
  const entered = transport.now();
  const due = findDue(row, record, entered);
  if (due === undefined) return unreached('no response shows when it is due');
  // Of the moment at which the record got into the state only bounds are known.
  const early = row.trigger?.kind === 'after' ? due - (entered - begin) : due;
  const wait = due - entered;
  if (wait < 0) return unreached('it is due at once');
  if (transport.turnsClock !== true && wait > longest)
    return unreached(`it would take ${Math.ceil(wait / 1000)} seconds`);
  const rival = machine.transitions.some(
    (other) =>
      other !== row &&
      other.from.includes(state) &&
      (other.trigger?.kind === 'at' || (other.trigger?.kind === 'after' && other.trigger.milliseconds <= wait + late)),
  );
  if (rival) return unreached('another timer may be first');
  const margin = Math.min(Math.max(wait * 0.1, 500), 60_000);
  const before = early - entered - margin;
  if (before > 0) {
    if (!(await ground.advance(before))) return unreached('the time of the run would be over');
    const seen = await look(prover, resource, record);
    if (seen === undefined) return unreached('the record cannot be read');
    const present = seen.record[field];
    if (present !== state && transport.now() < early)
      return violated(
        `a ${resource.name} is ${state} until \`${row.name}\` is due`,
        `${JSON.stringify(present)} before`,
        seen.by,
      );
  }
  if (row.guard !== undefined) {
    const seen = await look(prover, resource, record);
    const isTaken =
      seen === undefined || row.guard === 'disabled'
        ? undefined
        : holds(row.guard, { resource, shown: prover.shown(resource), record: seen.record });
    if (isTaken !== true) return unreached('nothing that was seen decides whether its guard holds');
  }
  const rest = due - transport.now() + (transport.turnsClock === true ? late : 200);
  if (!(await ground.advance(Math.max(rest, 0)))) return unreached('the time of the run would be over');
  const wanted = row.to.kind === 'state' ? row.to.state : state;
  const isGone = machine.states.some(({ name, kind }) => name === wanted && kind === 'gone');
  let last: Seen | undefined;
  for (let times = 0; times < 15; times++) {
    last = await look(prover, resource, record);
    if (last === undefined && isGone) return proven;
    if (last?.record[field] === wanted && wanted !== state)
      return judgeEffects({ prover, resource }, row, { record, input: {}, after: last.record, by: last.by });
    if (transport.turnsClock === true || !(await ground.advance(1_000))) break;
  }
  if (last === undefined || wanted === state) return unreached('no response shows the state after it');
  return violated(
    `\`${row.name}\` makes a ${resource.name} that is ${state} ${wanted} when it is due`,
    JSON.stringify(last.record[field]),
    last.by,
  );
}

/** When a timer is due, in milliseconds since 1970; undefined: it is not known. */
function findDue({ trigger }: TransitionPlan, record: ShownRecord, entered: number): number | undefined {
  if (trigger?.kind === 'after') return entered + trigger.milliseconds;
  if (trigger?.kind !== 'at') return undefined;
  const text = record[trigger.field];
  // The hour at which a day begins is not known for certain.
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d[Tt]/.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
}
