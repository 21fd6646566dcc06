import type { OperationPlan, ParameterPlan } from '../operation.ts';
import type { VersionPlan } from '../version.ts';
import { renameValue } from './field-values.ts';
import type { Names } from './names.ts';
import { widenCondition } from './older-condition.ts';
import type { ParameterTransform } from './transform.ts';

/** A parameter of an older version, the present one that it became, and what happened to it on the way, oldest first. */
export interface ParameterMapping {
  readonly older: ParameterPlan;
  /** Left out: there is none any more. */
  readonly present?: ParameterPlan;
  readonly steps: readonly ParameterTransform[];
  /** The step that gives the value of what is left out, and its place among the steps. */
  readonly filled?: number;
}

/** The text that stands for a parameter which was left out and has a stated value now. No query is read as it. */
export const leftOut = '\u0000left out';

/** Follows the parameters of an older operation to the present one. */
export function mapParameters(
  version: VersionPlan,
  present: OperationPlan,
  older: OperationPlan,
): readonly ParameterMapping[] {
  const upwards = version.turns.toReversed().map((transform) => transform.operations[present.name]?.parameters ?? []);
  return older.parameters.map((parameter) => {
    const steps: ParameterTransform[] = [];
    let name: string | undefined = parameter.name;
    for (const turn of upwards) {
      const found = turn.find((transform) => transform.older === name);
      if (found === undefined) continue;
      steps.push(found);
      name = found.newer;
      if (name === undefined) break;
    }
    const now = present.parameters.find((candidate) => candidate.name === name);
    const filled = steps.findIndex(({ up }) => up !== undefined && 'absent' in up && up.absent === true);
    return {
      older: parameter,
      steps,
      ...(now === undefined ? {} : { present: now }),
      ...(filled === -1 ? {} : { filled }),
    };
  });
}

/** Whether values of a `candidate of` were renamed, added or removed on the way: then one older value may be several present ones. */
export function hasChoices({ steps }: ParameterMapping): boolean {
  return steps.some(({ value }) => value !== undefined && getChoiceTransform(value) !== undefined);
}

/** The turn of the values themselves, items of lists too. */
export function getChoiceTransform(
  turn: NonNullable<ParameterTransform['value']>,
): (typeof turn & { readonly kind: 'choice' }) | undefined {
  if (turn.kind === 'choice') return turn;
  return turn.kind === 'list' ? getChoiceTransform(turn.item) : undefined;
}

/** The present names of the fields by which older callers may sort, one to one. */
export function sortFields({ older, steps }: ParameterMapping): readonly string[] {
  const fields = older.mapsTo.kind === 'sort' ? older.mapsTo.fields : [];
  return fields.map((field) => steps.reduce((name, { sort }) => sort?.[name] ?? name, field));
}

/** The parameters of an older operation as its steps read them: by the older name, with the present meaning. */
export function createHybridParameters(
  version: VersionPlan,
  names: Names,
  present: OperationPlan,
  older: OperationPlan,
): ParameterPlan[] {
  return mapParameters(version, present, older).map((mapping) => {
    const { older: parameter } = mapping;
    const filled = mapping.filled !== undefined && parameter.default === undefined;
    return {
      ...(isRefused(mapping) ? withoutDefault(parameter) : parameter),
      mapsTo: getMappedMeaning(version, names, present.resource, mapping),
      ...(filled ? { default: leftOut, required: false } : {}),
    };
  });
}

/** Returns whether no value of a parameter is accepted any more, so that a request may leave it out. */
function isRefused({ present, steps, filled }: ParameterMapping): boolean {
  return present === undefined && filled === undefined && steps.some(({ up }) => up?.kind === 'refused');
}

function withoutDefault({ default: _, ...parameter }: ParameterPlan): ParameterPlan {
  return { ...parameter, required: false };
}

/** How one value out of a list becomes the present one. */
function createValueUpgrade({ steps }: ParameterMapping): (value: string) => string {
  const choices = steps.flatMap((step) => (step.value && getChoiceTransform(step.value)) ?? []);
  return (value) => choices.reduce((now, { up }) => renameValue(up, now), value);
}

function getMappedMeaning(
  version: VersionPlan,
  names: Names,
  resource: string | undefined,
  mapping: ParameterMapping,
): ParameterPlan['mapsTo'] {
  const { present } = mapping;
  // A removed parameter is read, and then rejected or dropped.
  if (present === undefined) return { kind: 'input' };
  const { mapsTo: means } = present;
  if (means.kind === 'sort') return { kind: 'sort', fields: sortFields(mapping) };
  if (means.kind === 'expand' && mapping.older.mapsTo.kind === 'expand') return mapping.older.mapsTo;
  if (means.kind === 'search') {
    const { mapsTo: before } = mapping.older;
    const known = before.kind === 'search' ? before.fields : [];
    const fields = means.fields.filter((field) => known.includes(names.older('field', resource ?? '', field) ?? ''));
    return { kind: 'search', fields };
  }
  if (means.kind === 'where' && resource !== undefined) {
    const { condition } = means;
    const sent = mapping.older.schema;
    const widened = widenCondition({ version, resource, condition, sent, upgrade: createValueUpgrade(mapping) });
    return { kind: 'where', condition: widened };
  }
  if (means.kind !== 'filter' || !hasChoices(mapping)) return means;
  if (means.operator === '=' || means.operator === '!=') return { ...means, operator: 'in' };
  return means.operator === 'contains' ? { ...means, operator: 'contains any' } : means;
}
