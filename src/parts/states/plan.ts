import type { StepPlan } from '../../plan/operation.ts';
import type { StepName } from '../../plan/order.ts';
import { enumerate } from '../../text/enumerate.ts';
import { lineOf, type Span } from '../../text/place.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { machinesUnder } from '../meaning/definitions.ts';
import { rowsBinding } from '../meaning/machine-plan.ts';
import { fromStates, statesByName } from '../meaning/machines.ts';
import { definitionsOf } from '../meaning/vocabulary.ts';
import { isNotShown } from '../not-shown.ts';
import type { Service } from '../service.ts';
import type { MachineModel, TransitionModel } from './model.ts';

export { planMachines } from '../meaning/machine-plan.ts';

type Say = (step: StepName, words: string, span: Span) => StepPlan;

const loads = new Set(['read', 'update', 'replace', 'delete']);

/** The steps of an operation that this part owns, in words, one for each fact with the line that states it. */
export function stepsFor(service: Service, { name }: OperationModel): StepPlan[] {
  const resource = name.resource?.value ?? '';
  if (!definitionsOf(service).resources.has(resource) || name.standard !== undefined) return [];
  const say: Say = (step, words, span) => ({ step, words, line: lineOf(service.source, span) });
  const machines = machinesUnder(service, resource);
  const { verb, code } = name;
  const isTransition = !code && !loads.has(verb) && verb !== 'create' && verb !== 'list';
  return machines.flatMap((machine, index) => {
    const rows = code ? [] : (rowsBinding(service, resource, verb)[index] ?? []);
    return [
      ...(isTransition || code || (loads.has(verb) && verb !== 'read') ? dueSteps(machine, say) : []),
      ...(loads.has(verb) || isTransition || code ? goneSteps(machine, resource, say) : []),
      ...fromSteps(machine, rows, resource, say),
      ...(verb === 'update' || verb === 'replace' ? fixedSteps(machine, say) : []),
      ...rows.map((row) => say('states/choose', chosen(row), row.span)),
      ...(verb === 'read' || verb === 'list' || verb === 'delete' || code ? [] : boundSteps(machine, say)),
    ];
  });
}

/** What the time does to the record, where it has not been done yet. */
function dueSteps(machine: MachineModel, say: Say): StepPlan[] {
  return machine.transitions.flatMap((row) => {
    const { name, trigger, span } = row;
    if (trigger === undefined || trigger.kind === 'code') return [];
    const time = trigger.kind === 'after' ? `after ${trigger.text}` : `at ${trigger.field.value}`;
    return [say('states/due', `${name.value} comes first where it is due (${time}): ${chosen(row)}`, span)];
  });
}

function goneSteps(machine: MachineModel, resource: string, say: Say): StepPlan[] {
  return machine.states
    .filter(({ kind }) => kind?.value === 'gone')
    .map(({ name, span }) => say('states/gone', `a ${resource} that is ${name.value} is gone`, span));
}

function fromSteps(machine: MachineModel, rows: readonly TransitionModel[], resource: string, say: Say): StepPlan[] {
  const [first] = rows;
  if (first === undefined || first.from.kind === 'none') return [];
  const from = fromStates(statesByName(machine), rows);
  const states = [...new Set(rows.flatMap((row) => from(row)))];
  return [say('states/from', `the ${resource} must be ${choice(states)}`, first.span)];
}

function choice(states: readonly string[]): string {
  return enumerate(states, 'or') || 'in no state at all';
}

const withoutTo: Readonly<Record<string, string>> = {
  create: 'it is created',
  update: 'it is changed',
  replace: 'it is replaced',
  delete: 'it is erased',
};

function chosen(row: TransitionModel): string {
  const { from, to, guard, effects, refusal } = row;
  const where =
    from.kind === 'states'
      ? `from ${choice(from.states.map(({ value }) => value))} `
      : from.kind === 'none'
        ? ''
        : `from ${from.kind} `;
  const condition =
    guard === undefined ? '' : isNotShown(guard) ? ' never (its guard is not shown)' : ` when ${guard.text}`;
  const outcome =
    to === undefined
      ? (withoutTo[row.name.value] ?? 'it is done')
      : to.kind === 'state'
        ? `it becomes ${to.state.value}`
        : to.kind === 'same'
          ? 'it stays in its state'
          : 'it is refused';
  const set = effects.map(({ path, value }) => `${path.map((name) => name.value).join('.')} = ${value.text}`);
  const effect = set.length === 0 ? '' : `, ${set.join(', ')}`;
  const code = refusal === undefined ? '' : to?.kind === 'refused' ? `: ${refusal.value}` : `, else ${refusal.value}`;
  return `${where}${outcome}${condition}${effect}${code}`;
}

function fixedSteps(machine: MachineModel, say: Say): StepPlan[] {
  return (machine.matrix?.rows ?? []).flatMap(({ field, cells, span }) => {
    const states = statesWith(machine, cells, 'fixed');
    return states.length === 0 ? [] : [say('states/fixed', `${field.value} is fixed when ${choice(states)}`, span)];
  });
}

function boundSteps(machine: MachineModel, say: Say): StepPlan[] {
  return (machine.matrix?.rows ?? []).flatMap(({ field, cells, span }) =>
    (['required', 'absent'] as const).flatMap((word) => {
      const states = statesWith(machine, cells, word);
      return states.length === 0
        ? []
        : [
            say(
              'states/matrix',
              `${field.value} must be ${word === 'required' ? 'there' : 'absent'} when ${choice(states)}`,
              span,
            ),
          ];
    }),
  );
}

function statesWith(
  machine: MachineModel,
  cells: NonNullable<MachineModel['matrix']>['rows'][number]['cells'],
  word: string,
): readonly string[] {
  const states = machine.matrix?.states ?? [];
  return states.filter((_, index) => cells[index]?.value === word).map(({ value }) => value);
}
