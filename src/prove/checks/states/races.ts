import { prepareTrial } from '../../../describe/examples/refusals.ts';
import { createIn } from '../../../describe/examples/walk.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan, StateMachinePlan, TransitionPlan } from '../../../plan/resource.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { listPlaces, readAt } from '../../values/places.ts';
import { findShownPath } from '../../values/shown.ts';
import type { Exchanged } from '../../world/exchanged.ts';

/** The number of requests at once. */
const many = 50;

/** Of many requests at once exactly as many succeed as may. */
export const races: Check = {
  part: 'states',
  name: 'races',
  says: 'Fifty requests at once take a transition that can be taken once, create records with the same unique values, or have one idempotency key.',
  cases: (prover) => [...listTransitions(prover), ...listUniques(prover), ...listKeys(prover)],
};

function listTransitions(prover: Prover): readonly Case[] {
  return prover.plan.resources.flatMap((resource) =>
    resource.machines.flatMap((machine) =>
      prover.operations.flatMap((operation): readonly Case[] => {
        if (operation.kind !== 'transition' || operation.resource !== resource.name) return [];
        const rows = machine.transitions.filter(
          ({ name, trigger }) => name === operation.verb && trigger === undefined,
        );
        const states = new Set(rows.flatMap(({ from }) => from));
        const [row] = rows;
        const isOnce = rows.every(({ to }) => to.kind === 'state' && !states.has(to.state));
        if (row === undefined || !isOnce || machine.field === undefined) return [];
        return [
          {
            line: row.line,
            about: `${operation.name} many times at once`,
            run: () => raceTransition(prover, operation, resource, machine, row),
          },
        ];
      }),
    ),
  );
}

/** Sends requests at once, and judges that at most one of them succeeds. */
async function judgeOnce(
  send: () => Promise<Exchanged>,
  words: string,
  counts: (one: Exchanged) => boolean = () => true,
): Promise<Outcome> {
  const all = await Promise.all(Array.from({ length: many }, send));
  const done = all.filter((one) => one.response.status < 400 && counts(one));
  if (done.length === 1) return proven;
  if (done.length === 0) return unreached(`the service responded ${all[0]!.response.status}`);
  return violated(`of ${many} requests at once, one ${words}`, `${done.length} succeeded`, done.at(-1)!);
}

async function raceTransition(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  machine: StateMachinePlan,
  row: TransitionPlan,
): Promise<Outcome> {
  const done = await prover.sample(operation);
  if (typeof done === 'string') return unreached(done);
  const { stage } = prover.ground;
  const record = await createIn(stage, resource, machine, row.from);
  if (record === undefined)
    return unreached(`no request of this run leads to a ${resource.name} that is ${row.from.join(' or ')}`);
  const trial = await prepareTrial(stage, operation, done);
  const own = { ...trial, record, pieces: { ...trial.pieces, record } };
  const shown = findShownPath(operation.responses[0]?.shape, machine.field!);
  // In an older version, another row may serve a request that this one does not take.
  const isTaken = ({ response }: Exchanged): boolean => {
    const state = shown && readAt(response.body, shown);
    return state === undefined || !row.from.includes(String(state));
  };
  return judgeOnce(() => prover.send(own, {}, undefined, true), `takes \`${operation.name}\``, isTaken);
}

function listUniques(prover: Prover): readonly Case[] {
  return prover.operations.flatMap((operation): readonly Case[] => {
    const resource = prover.resource(operation.resource);
    if (operation.kind !== 'create' || operation.method === 'PUT' || resource === undefined) return [];
    if (operation.existing !== undefined) return [];
    const places = listPlaces(prover.plan, operation);
    return resource.uniques
      .filter(({ safe, where, counted }) => !safe && where === undefined && counted !== true)
      .filter(({ fields }) => fields.every((name) => places.some(({ field }) => field?.name === name)))
      .map(({ line, fields }) => ({
        line,
        about: `${operation.name} many times at once with one ${fields.join(', ')}`,
        async run() {
          const trial = await prover.prepare(operation);
          if (typeof trial === 'string') return unreached(trial);
          const isSent = fields.every((name) => {
            const place = places.find(({ field }) => field?.name === name)!;
            return (readAt(trial.pieces.body, place.path) ?? null) !== null;
          });
          if (!isSent) return unreached('the request that succeeds does not send all of the values');
          return judgeOnce(
            () => prover.send(trial, {}, undefined, true),
            `creates a ${resource.name} with this ${fields.join(', ')}`,
          );
        },
      }));
  });
}

function listKeys(prover: Prover): readonly Case[] {
  return prover.operations.flatMap((operation): readonly Case[] => {
    const { idempotency: key } = operation;
    const resource = prover.resource(operation.resource);
    const path = resource && findShownPath(operation.responses[0]?.shape, resource.identity);
    if (key === undefined || operation.kind !== 'create' || path === undefined) return [];
    return [
      {
        line: key.line,
        about: `${operation.name} many times at once with one key`,
        async run() {
          const trial = await prover.prepare(operation);
          if (typeof trial === 'string') return unreached(trial);
          const headers = { ...trial.pieces.headers, [key.header.toLowerCase()]: crypto.randomUUID() };
          const all = await Promise.all(
            Array.from({ length: 10 }, () => prover.send(trial, { headers }, undefined, true)),
          );
          const done = all.filter(({ response }) => response.status < 400);
          const made = new Set(done.map(({ response }) => JSON.stringify(readAt(response.body, path))));
          if (made.size === 1) return proven;
          return made.size === 0
            ? unreached(`the service responded ${all[0]!.response.status}`)
            : violated(
                `requests at once with one ${key.header} create one ${resource!.name}`,
                `${made.size} were created`,
                done.at(-1)!,
              );
        },
      },
    ];
  });
}
