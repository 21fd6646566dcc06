import type { ValueType } from '../../expression/tree.ts';
import type { StateMachinePlan, TransitionPlan } from '../../plan/resource.ts';
import { enumerate } from '../../text/enumerate.ts';
import { getLineNumber, slice } from '../../text/location.ts';
import { present } from '../../text/present.ts';
import { isNotShown } from '../not-shown.ts';
import type { ResourceModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import type { MatrixModel, StateMachineModel, TransitionModel } from '../states/model.ts';
import { planDescription, planMeaning } from './documentation.ts';
import { resolveOtherEffects } from './effects/resolve.ts';
import { createEnvironments, findEffectEnvironment } from './environments.ts';
import { resolveExpression } from './expressions.ts';
import { createFromStatesReader, groupRows, indexStates } from './machines.ts';
import { resolveEffectType } from './vocabulary.ts';

/** The machines of a resource as the machine runs them: one for each `state` field, or its actions. */
export function planMachines(service: Service, resource: ResourceModel): StateMachinePlan[] {
  const states = resource.fields.filter((field) => field.type?.kind === 'state').map((field) => field.name.value);
  return service.states.machines
    .filter((machine) => machine.resource.value === resource.name.value)
    .map((machine) => {
      const field = machine.field?.value ?? (states.length === 1 ? states[0] : undefined);
      return {
        ...present({ field }),
        states: machine.states.map(({ name, kind, span, ...row }) => ({
          name: name.value,
          ...(kind && { kind: kind.value }),
          ...planMeaning(row),
          line: getLineNumber(service.source, span),
        })),
        transitions: planTransitions(service, machine),
        matrix: machine.matrix === undefined ? [] : planMatrix(service, machine.matrix),
        ...planDescription(service.source, machine.prose),
        line: getLineNumber(service.source, machine.span),
      };
    });
}

function planTransitions(service: Service, machine: StateMachineModel): TransitionPlan[] {
  const states = indexStates(machine);
  const from = new Map([...groupRows(machine)].map(([name, rows]) => [name, createFromStatesReader(states, rows)]));
  return machine.transitions.map((row) => planRow(service, machine, row, from.get(row.name.value)!(row)));
}

const mayBeNull: ReadonlySet<ValueType['kind']> = new Set(['null', 'nullable', 'any']);

function planRow(
  service: Service,
  machine: StateMachineModel,
  row: TransitionModel,
  from: readonly string[],
): TransitionPlan {
  const resource = machine.resource.value;
  const { to, trigger, refusal } = row;
  const guard = planGuard(service, resource, row);
  const others = resolveOtherEffects(service, row, resource).plans;
  return {
    name: row.name.value,
    from,
    to:
      to === undefined
        ? { kind: 'none' }
        : to.kind === 'state'
          ? { kind: 'state', state: to.state.value }
          : { kind: to.kind },
    ...(trigger && { trigger: planTrigger(trigger) }),
    ...(guard && { guard }),
    effects: row.effects.flatMap((effect) => {
      const path = effect.path.map(({ value }) => value);
      const target = resolveEffectType(service, resource, path);
      const value = resolveExpression(effect.value, findEffectEnvironment(service, resource, row, effect)).tree;
      if (value === undefined) return [];
      const clears = target?.clears === true && mayBeNull.has(value.type.kind);
      return [
        {
          path,
          value,
          ...(clears ? { clears } : {}),
          ...present({ ifPresent: effect.ifPresent }),
          line: getLineNumber(service.source, effect.span),
        },
      ];
    }),
    ...(others.length > 0 ? { others } : {}),
    ...(refusal && { error: refusal.value }),
    words: describeRow(service, row),
    ...planMeaning(row),
    line: getLineNumber(service.source, row.span),
  };
}

function describeStateChoice(states: readonly string[]): string {
  return enumerate(states, 'or') || 'in no state at all';
}

const withoutTo: Readonly<Record<string, string>> = {
  create: 'it is created',
  update: 'it is changed',
  replace: 'it is replaced',
  delete: 'it is erased',
};

/** A row in words: from where it leads where, when, and with which effect. */
function describeRow({ source }: Service, row: TransitionModel): string {
  const { from, to, guard, effects, others, refusal } = row;
  const where =
    from.kind === 'states'
      ? `from ${describeStateChoice(from.states.map(({ value }) => value))} `
      : from.kind === 'none'
        ? ''
        : `from ${from.kind} `;
  const condition =
    guard === undefined ? '' : isNotShown(guard) ? ' never (its guard is not shown)' : ` if ${guard.text}`;
  const outcome =
    to === undefined
      ? (withoutTo[row.name.value] ?? 'it is done')
      : to.kind === 'state'
        ? `it ${row.name.value === 'create' ? 'begins in' : 'becomes'} ${to.state.value}`
        : 'it stays in its state';
  const set = effects.map(
    ({ path, value, ifPresent }) =>
      `${path.map((name) => name.value).join('.')} ${ifPresent === true ? '?=' : '='} ${value.text}`,
  );
  const done = [...set, ...others.map(({ span }) => slice(source, span))];
  const effect = done.length === 0 ? '' : `, ${done.join(', ')}`;
  const code = refusal === undefined ? '' : `, else ${refusal.value}`;
  return `${where}${outcome}${condition}${effect}${code}`;
}

function planGuard(service: Service, resource: string, row: TransitionModel): TransitionPlan['guard'] {
  if (row.guard === undefined) return undefined;
  if (isNotShown(row.guard)) return 'disabled';
  return resolveExpression(row.guard, createEnvironments(service).guard(resource, row)).tree ?? 'disabled';
}

function planTrigger(trigger: NonNullable<TransitionModel['trigger']>): NonNullable<TransitionPlan['trigger']> {
  switch (trigger.kind) {
    case 'handler':
      return { kind: 'handler' };
    case 'after':
      return { kind: 'after', milliseconds: trigger.milliseconds };
    case 'at':
      return { kind: 'at', field: trigger.field.value };
  }
}

function planMatrix(service: Service, matrix: MatrixModel): StateMachinePlan['matrix'] {
  return matrix.rows.map(({ field, cells, span }) => {
    const bound: Record<string, 'fixed' | 'required' | 'absent'> = {};
    for (const [index, state] of matrix.states.entries()) {
      const cell = cells[index]?.value;
      if (cell !== undefined && cell !== 'editable') bound[state.value] = cell;
    }
    return { field: field.value, cells: bound, line: getLineNumber(service.source, span) };
  });
}
