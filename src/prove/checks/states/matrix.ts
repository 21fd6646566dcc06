import { prepareTrial } from '../../../describe/examples/refusals.ts';
import { createSource } from '../../../describe/examples/stage.ts';
import { createValue } from '../../../describe/examples/values/value.ts';
import { createIn } from '../../../describe/examples/walk.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan, StateMachinePlan } from '../../../plan/resource.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { judgeRejection } from '../../rejections.ts';
import { listPlaces } from '../../values/places.ts';
import { findResponse, readRecords } from '../../values/shown.ts';

/** Fields that are fixed, required or absent in a state. */
export const matrix: Check = {
  part: 'states',
  name: 'matrix',
  says: 'A record in each state has the fields that the table of fields by state asks for, and keeps its fixed fields.',
  cases: (prover) =>
    prover.plan.resources.flatMap((resource) =>
      resource.machines.flatMap((machine) =>
        machine.matrix.flatMap(({ field, cells, line }) =>
          Object.entries(cells).flatMap(([state, cell]): readonly Case[] => {
            const about = `${field} of a ${resource.name} that is ${state}`;
            if (cell !== 'fixed')
              return [
                {
                  line,
                  about,
                  run: () => look(prover, resource, machine, { field, state, isThere: cell === 'required' }),
                },
              ];
            return prover.operations
              .filter(
                ({ kind, resource: of, input }) => kind === 'update' && of === resource.name && input !== undefined,
              )
              .filter((operation) =>
                listPlaces(prover.plan, operation).some(
                  (place) => place.field?.name === field && place.path.length === 1,
                ),
              )
              .map((operation) => ({
                line,
                about: `${about} by ${operation.name}`,
                run: () => changeFixed(prover, operation, resource, machine, field, state),
              }));
          }),
        ),
      ),
    ),
};

async function look(
  prover: Prover,
  resource: ResourcePlan,
  machine: StateMachinePlan,
  { field, state, isThere }: { readonly field: string; readonly state: string; readonly isThere: boolean },
): Promise<Outcome> {
  const record =
    machine.field === undefined ? undefined : await createIn(prover.ground.stage, resource, machine, [state]);
  if (record === undefined) return unreached(`no request of this run leads to a ${resource.name} that is ${state}`);
  const one = await prover.read(resource, record);
  if (one === undefined || one.response.status >= 400 || !prover.shown(resource).has(field))
    return unreached('no response shows it');
  const operation = prover.plan.operations.find(({ name }) => name === one.operation)!;
  const [shown] = readRecords(findResponse(operation, one.response.status)?.shape, one.response.body);
  if (shown === undefined || shown[machine.field!] !== state)
    return unreached(`the ${resource.name} is not ${state} any more`);
  const value = shown[field] ?? undefined;
  if ((value !== undefined) === isThere) return proven;
  return violated(
    `a ${resource.name} that is ${state} has ${isThere ? 'a value' : 'no value'} in \`${field}\``,
    value === undefined ? 'none' : JSON.stringify(value),
    one,
  );
}

async function changeFixed(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  machine: StateMachinePlan,
  name: string,
  state: string,
): Promise<Outcome> {
  const done = await prover.sample(operation);
  if (typeof done === 'string') return unreached(done);
  const { stage } = prover.ground;
  const record = machine.field === undefined ? undefined : await createIn(stage, resource, machine, [state]);
  if (record === undefined) return unreached(`no request of this run leads to a ${resource.name} that is ${state}`);
  const trial = await prepareTrial(stage, operation, done);
  const place = listPlaces(prover.plan, operation).find(({ field }) => field?.name === name)!;
  const value = [1, 2, 3, 4]
    .map((more) => createValue(createSource(stage, stage.count + more), place.schema, { name, holder: resource.name }))
    .find((one) => one !== undefined && JSON.stringify(one) !== JSON.stringify(record[name]));
  if (value === undefined || !prover.shown(resource).has(name))
    return unreached('no other value of it can be generated');
  const one = await prover.send(
    { ...trial, record, pieces: { ...trial.pieces, record } },
    { body: { [place.path[0]!]: value } },
  );
  return judgeRejection(prover, operation, one, {
    conditions: ['wrong state', 'gone', 'rule broken'],
    words: `with another \`${name}\` while the ${resource.name} is ${state}`,
  });
}
