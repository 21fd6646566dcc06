import { listSolutions } from '../../../describe/examples/bodies.ts';
import type { Trial } from '../../../describe/examples/probes/probe.ts';
import { prepareTrial } from '../../../describe/examples/refusals.ts';
import { createIn } from '../../../describe/examples/walk.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan, StateMachinePlan, TransitionPlan } from '../../../plan/resource.ts';
import type { Json } from '../../../plan/schema.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { findExpected, isExpected, judgeRejection, readCode } from '../../rejections.ts';
import { evaluate, holds, isSame, type Known } from '../../values/evaluate.ts';
import { listPlaces, putAt, readAt } from '../../values/places.ts';
import { findResponse, readRecords, type ShownRecord } from '../../values/shown.ts';
import { getValidator } from '../../values/validator.ts';
import type { Exchanged } from '../../world/exchanged.ts';

/** Each transition from each state: it is taken, with its effects, or rejected. */
export const transitions: Check = {
  part: 'states',
  name: 'transitions',
  says: 'Each transition is tried on a record in each state, on both sides of its guard where values of the request decide it.',
  cases: (prover) =>
    prover.plan.resources.flatMap((resource) =>
      resource.machines.flatMap((machine) => listCases(prover, resource, machine)),
    ),
};

/** A transition in one state. */
interface Cell {
  readonly prover: Prover;
  readonly operation: OperationPlan;
  readonly resource: ResourcePlan;
  readonly machine: StateMachinePlan;
  readonly state: string;
  /** The rows that may be taken in the state, the first one first. */
  readonly rows: readonly TransitionPlan[];
}

function listCases(prover: Prover, resource: ResourcePlan, machine: StateMachinePlan): readonly Case[] {
  if (machine.field === undefined) return [];
  const names = [
    ...new Set(
      machine.transitions
        .filter(({ trigger }) => trigger === undefined || trigger.kind === 'handler')
        .map(({ name }) => name),
    ),
  ];
  return names.flatMap((name) => {
    const operation = prover.operations.find(
      ({ kind, verb, resource: of }) =>
        of === resource.name && (kind === 'transition' ? verb === name : kind === name && kind === 'delete'),
    );
    if (operation === undefined) return [];
    const all = machine.transitions.filter(
      (row) => row.name === name && row.trigger?.kind !== 'after' && row.trigger?.kind !== 'at',
    );
    return machine.states
      .filter(({ kind }) => kind !== 'gone')
      .flatMap(({ name: state }): readonly Case[] => {
        const rows = all.filter(({ from }) => from.includes(state));
        const cell = { prover, operation, resource, machine, state, rows };
        const line = rows[0]?.line ?? all[0]!.line;
        if (rows.length === 0)
          return [{ line, about: `${operation.name} while it is ${state}`, run: () => refuse(cell) }];
        const taken = rows.map(
          (row): Case => ({
            line: row.line,
            about: `${operation.name} while it is ${state}${rows.length > 1 ? `, by its row ${rows.indexOf(row) + 1}` : ''}`,
            run: () => take(cell, row),
          }),
        );
        const repeated = rows
          .filter(({ to, effects }) => to.kind === 'same' && effects.length > 0)
          .map(
            (row): Case => ({
              line: row.line,
              about: `${operation.name} twice while it is ${state}`,
              run: () => takeTwice(cell, row),
            }),
          );
        const counted = rows
          .filter(({ effects }) => effects.some(({ value, path }) => value.op === 'next' && path.length === 1))
          .map(
            (row): Case => ({
              line: row.line,
              about: `${operation.name} of two records while they are ${state}`,
              run: () => countUp(cell, row),
            }),
          );
        const guarded = rows.every(({ guard }) => guard !== undefined && guard !== 'disabled');
        return guarded
          ? [
              ...taken,
              ...repeated,
              ...counted,
              {
                line: rows.at(-1)!.line,
                about: `${operation.name} while it is ${state}, against its guard`,
                run: () => breakGuard(cell),
              },
            ]
          : [...taken, ...repeated, ...counted];
      });
  });
}

/** Prepares a request for a record in the state of a cell. */
async function prepare({ prover, operation, resource, machine, state }: Cell): Promise<Trial | string> {
  const done = await prover.sample(operation);
  const record = await createIn(prover.ground.stage, resource, machine, [state]);
  if (record === undefined || record[machine.field!] !== state)
    return `no request of this run leads to a ${resource.name} that is ${state}`;
  const trial = await prepareTrial(prover.ground.stage, operation, typeof done === 'string' ? undefined : done);
  trial.record = record;
  trial.pieces = { ...trial.pieces, record };
  return trial;
}

async function refuse(cell: Cell): Promise<Outcome> {
  const { prover, operation, resource, state } = cell;
  if (typeof (await prover.sample(operation)) === 'string')
    return unreached(`\`${operation.name}\` was never seen to succeed`);
  const trial = await prepare(cell);
  if (typeof trial === 'string') return unreached(trial);
  const one = await prover.send(trial);
  const conditions = ['wrong state', 'gone'];
  const outcome = await judgeRejection(prover, operation, one, {
    conditions,
    words: `while the ${resource.name} is ${state}`,
  });
  return outcome.kind === 'proven' ? judgeStay(cell, trial.record!) : outcome;
}

function readOne({ plan }: Prover, { operation: name, response }: Exchanged): readonly ShownRecord[] {
  const operation = plan.operations.find((one) => one.name === name);
  return operation === undefined ? [] : readRecords(findResponse(operation, response.status)?.shape, response.body);
}

function know({ prover, resource }: Pick<Cell, 'prover' | 'resource'>, record: ShownRecord, input: unknown): Known {
  return { resource, shown: prover.shown(resource), record, input, now: prover.ground.transport.now() };
}

/** The row that is taken for a record and a body; undefined: it is not known, `none`: no guard holds. */
function choose(cell: Cell, record: ShownRecord, input: unknown): TransitionPlan | 'none' | undefined {
  for (const row of cell.rows) {
    if (row.guard === undefined) return row;
    const isTaken = row.guard === 'disabled' ? false : holds(row.guard, know(cell, record, input));
    if (isTaken === undefined) return undefined;
    if (isTaken) return row;
  }
  return 'none';
}

/** Lists the bodies that are tried: the one of a success, and variants on both sides of the guards. */
function listInputs({ prover, operation, resource }: Cell, trial: Trial): readonly Json[] {
  const body = (trial.pieces.body ?? {}) as Json;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [body];
  const solved = [true, false].flatMap((side) => listSolutions(operation, resource, trial.record, side));
  // The edges of guards come first.
  const all = [...solved.map((values) => ({ ...body, ...values }) as Json), body];
  // A value that solves a guard is not always one that its type allows.
  return all.filter((each) => isValid(prover, operation, each));
}

function isValid({ plan }: Prover, operation: OperationPlan, body: Json): boolean {
  return listPlaces(plan, operation).every(({ schema, path }) => {
    const value = readAt(body, path);
    return value === undefined || getValidator(plan)(schema, value).length === 0;
  });
}

async function take(cell: Cell, row: TransitionPlan): Promise<Outcome> {
  const { prover, operation, machine, resource, state } = cell;
  const trial = await prepare(cell);
  if (typeof trial === 'string') return unreached(trial);
  const record = trial.record!;
  const input = (isSent(operation) ? listInputs(cell, trial) : [{}]).find((body) => choose(cell, record, body) === row);
  if (input === undefined) return unreached('no values that were tried make its guard hold for certain');
  const one = await prover.send(trial, isSent(operation) ? { body: input } : {});
  const words = `\`${operation.name}\` of a ${resource.name} that is ${state}`;
  if (one.response.status >= 400) return judgeRefusedTake(cell, one, words);
  if (operation.kind === 'delete') return proven;
  const wanted = row.to.kind === 'state' ? row.to.state : state;
  const reader = await prover.read(resource, record);
  const [shown] = readOne(prover, one);
  const [now] = reader === undefined || reader.response.status >= 400 ? [] : readOne(prover, reader);
  for (const [seen, by] of [
    [shown, one],
    [now, reader],
  ] as const) {
    const present = seen?.[machine.field!];
    if (by !== undefined && present !== undefined && present !== wanted)
      return violated(`${words} makes it ${wanted}`, JSON.stringify(present), by);
  }
  if (shown === undefined && now === undefined) return unreached('no response shows the state after it');
  return judgeEffects(cell, row, { record, input, after: now ?? shown!, by: (now === undefined ? one : reader)! });
}

/** Takes a transition that leaves the state, with small numbers, then again: its effects add up. */
async function takeTwice(cell: Cell, row: TransitionPlan): Promise<Outcome> {
  const { prover, operation, resource } = cell;
  const trial = await prepare(cell);
  if (typeof trial === 'string') return unreached(trial);
  const body = listPlaces(prover.plan, operation).reduce<Json>(
    (at, { path, schema }) => {
      const range = schema.constraints?.find((one) => one.kind === 'range' && one.unit === 'value');
      const isNumber = schema.type === 'integer' && range?.kind === 'range' && range.from !== undefined;
      return isNumber ? (putAt(at, path, Number(range.from)) ?? at) : at;
    },
    (trial.pieces.body ?? {}) as Json,
  );
  let { record } = trial;
  for (let times = 0; times < 2; times++) {
    if (record === undefined || choose(cell, record, body) !== row)
      return unreached('its guard perhaps does not hold twice');
    const one = await prover.send(trial, isSent(operation) ? { body } : {});
    if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
    const read = await prover.read(resource, record);
    const [after] = read === undefined || read.response.status >= 400 ? readOne(prover, one) : readOne(prover, read);
    if (after === undefined) return unreached('no response shows the record after it');
    const outcome = judgeEffects(cell, row, { record, input: body, after, by: read ?? one });
    if (outcome.kind !== 'proven') return outcome;
    record = after;
  }
  return proven;
}

/** A rejection is a finding only where the page knows no other reason for it. */
async function judgeRefusedTake({ prover, operation }: Cell, one: Exchanged, words: string): Promise<Outcome> {
  const wrong = findExpected(prover.plan, operation, ['wrong state', 'guard fails']);
  const others = findExpected(prover.plan, operation, [
    'rule broken',
    'invalid input',
    'quota',
    'forbidden',
    'raised by',
  ]);
  const code = readCode(prover.plan.errors, one.response.body);
  const isOwn =
    wrong.codes.length > 0 &&
    isExpected(prover.plan, { ...wrong, isOpen: false }, one) &&
    !isExpected(prover.plan, { ...others, isOpen: false }, one);
  if (!isOwn) return unreached(`the service responded ${one.response.status}`);
  return violated(`${words} is possible`, `${one.response.status}${code === undefined ? '' : ` ${code}`}`, one);
}

interface Taken {
  readonly record: ShownRecord;
  readonly input: Json;
  readonly after: ShownRecord;
  readonly by: Exchanged;
}

/** Judges what a transition has set, as far as what was seen decides it. */
export function judgeEffects(
  cell: Pick<Cell, 'prover' | 'resource'>,
  row: TransitionPlan,
  { record, input, after, by }: Taken,
): Outcome {
  const { prover, resource } = cell;
  for (const { path, value, ifPresent } of row.effects) {
    const [name] = path;
    if (path.length !== 1 || name === undefined || !prover.shown(resource).has(name) || ifPresent === true) continue;
    const field = resource.fields.find((one) => one.name === name);
    const { now: _, ...known } = know(cell, record, input);
    const wanted = evaluate(value, known);
    if (wanted === 'unknown' || wanted === 'absent') continue;
    const shown = after[name];
    const isGone = wanted.value === null && field?.schema.nullable !== true;
    const otherwise = isGone ? field?.default : (wanted.value as Json);
    if (otherwise === undefined ? shown === undefined : isSame(shown, otherwise)) continue;
    return violated(
      `\`${row.name}\` sets \`${name}\` to ${JSON.stringify(otherwise ?? null)}`,
      JSON.stringify(shown ?? null),
      by,
    );
  }
  for (const { path, value } of row.effects) {
    // The moment itself is not known to the millisecond.
    const [name] = path;
    const isMoment = value.op === 'path' && value.root === 'now';
    if (isMoment && path.length === 1 && prover.shown(resource).has(name!) && after[name!] === undefined)
      return violated(`\`${row.name}\` sets \`${name}\` to the present moment`, 'no such member', by);
  }
  return proven;
}

/** Takes a transition of two records that gives each a number of a sequence: the later one is greater. */
async function countUp(cell: Cell, row: TransitionPlan): Promise<Outcome> {
  const { prover, operation, resource } = cell;
  const name = row.effects.find(({ value }) => value.op === 'next')?.path[0] ?? '';
  const seen: ShownRecord[] = [];
  let by: Exchanged | undefined;
  for (let times = 0; times < 2; times++) {
    const trial = await prepare(cell);
    if (typeof trial === 'string') return unreached(trial);
    by = await prover.send(trial);
    if (by.response.status >= 400) return unreached(`the service responded ${by.response.status}`);
    const read = await prover.read(resource, trial.record!);
    const [after] = read === undefined || read.response.status >= 400 ? readOne(prover, by) : readOne(prover, read);
    if (after === undefined || !prover.shown(resource).has(name)) return unreached('no response shows the number');
    seen.push(after);
  }
  const [one, two] = seen.map((record) => record[name]);
  if (Number(two) > Number(one)) return proven;
  return violated(
    `each \`${operation.name}\` gives the next \`${name}\``,
    `${JSON.stringify(two ?? null)} after ${JSON.stringify(one ?? null)}`,
    by!,
  );
}

async function breakGuard(cell: Cell): Promise<Outcome> {
  const { prover, operation, resource, state, rows } = cell;
  const trial = await prepare(cell);
  if (typeof trial === 'string') return unreached(trial);
  const input = await findBreaking(cell, trial);
  if (input === undefined) return unreached('no values that were tried make its guard fail for certain');
  const one = await prover.send(trial, isSent(operation) ? { body: input } : {});
  const named = rows.findLast(({ error }) => error !== undefined)?.error;
  const words = `against its guard while the ${resource.name} is ${state}`;
  const outcome = await judgeRejection(prover, operation, one, { conditions: ['guard fails'], named, words });
  return outcome.kind === 'proven' ? judgeStay(cell, trial.record!) : outcome;
}

/** Finds values for which no guard holds, also once the transition was taken with others. */
async function findBreaking(cell: Cell, trial: Trial): Promise<Json | undefined> {
  const { prover, operation, resource, machine, state } = cell;
  for (let round = 0; round < 2; round++) {
    const inputs = isSent(operation) ? listInputs(cell, trial) : [{}];
    const found = inputs.find((body) => choose(cell, trial.record!, body) === 'none');
    if (found !== undefined) return found;
    const stays = inputs.find((body) => {
      const row = choose(cell, trial.record!, body);
      return row !== undefined && row !== 'none' && row.to.kind !== 'state';
    });
    if (stays === undefined) return undefined;
    await prover.send(trial, isSent(operation) ? { body: stays } : {});
    const read = await prover.read(resource, trial.record!);
    const [record] = read === undefined || read.response.status >= 400 ? [] : readOne(prover, read);
    if (record === undefined || record[machine.field!] !== state) return undefined;
    trial.record = record;
    trial.pieces = { ...trial.pieces, record };
  }
  return undefined;
}

function isSent({ input, kind }: OperationPlan): boolean {
  return input !== undefined && kind !== 'delete';
}

/** Judges whether a record is in the same state after a rejection. */
async function judgeStay({ prover, operation, resource, machine, state }: Cell, record: ShownRecord): Promise<Outcome> {
  const after = await prover.read(resource, record);
  const [now] = after === undefined ? [] : readOne(prover, after);
  const shown = now?.[machine.field!];
  if (after === undefined || shown === undefined || shown === state) return proven;
  return violated(
    `the ${resource.name} stays ${state}: \`${operation.name}\` was rejected`,
    JSON.stringify(shown),
    after,
  );
}
