import { getPreviousField, getRenamedValues, type Renames } from '../../codegen/records/renames.ts';
import { findOlderField, getsDefault } from '../../codegen/version/convert-records.ts';
import { createStoredTransform } from '../../codegen/version/stored.ts';
import { isFilledByClock, mustBePresent } from '../../plan/fields/presence.ts';
import { listInitialStates } from '../../plan/records/initial-states.ts';
import { isStored, listStoredFields } from '../../plan/records/row.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import { enumerate } from '../../text/enumerate.ts';
import { hadValue } from './renames.ts';
import type { Step } from './step.ts';
import { formatSchema } from './words.ts';

/** The differences between two plans in the fields of one resource, in steps. */
export interface FieldChanges {
  readonly steps: readonly Step[];
  /** Fields, by their name now, whose values have to be looked at one by one. */
  readonly looked: ReadonlySet<string>;
}

type Tighter = (from: FieldPlan['schema'], to: FieldPlan['schema']) => boolean;

/** Compares the fields of a resource with their previous form. */
export function compareFields(
  older: ResourcePlan,
  resource: ResourcePlan,
  renames: Renames,
  tighter: Tighter,
  byHand: ReadonlySet<string>,
): FieldChanges {
  const steps: Step[] = [];
  const looked = new Set<string>();
  const stored = listStoredFields(resource);
  const turn = createStoredTransform(
    renames.turns,
    resource.name,
    listStoredFields(older).map(({ name }) => name),
  );
  for (const { conversion, field, words, line } of turn?.rows ?? []) {
    const isKnown = steps.some((step) => step.conversion === conversion);
    if (!isKnown) steps.push({ kind: 'convert', name: `${resource.name}.${field}`, words, line, conversion });
    looked.add(field);
  }
  for (const field of stored) {
    const say: Say = (kind, words, look, conversion) => {
      const name = `${resource.name}.${field.name}`;
      steps.push({ kind, name, words, line: field.line, ...(conversion !== undefined && { conversion }) });
      if (look) looked.add(field.name);
    };
    const before = findOlderField(renames, older, resource, field);
    if (before === undefined) {
      const hand = byHand.has(field.column);
      const given = turn?.given.has(field.name) === true;
      const from = hand
        ? 'it takes the column of this name that was added outside Nonet, and each value is checked'
        : given
          ? 'its values are converted from another field'
          : fillWords(resource, field);
      say(
        'add field',
        `add \`${field.name}\` (${formatSchema(field.schema)}): ${from}`,
        hand || given || !isPlain(resource, field),
      );
      continue;
    }
    const given = turn?.given.has(field.name) === true;
    const stay = given ? 'its values are converted' : 'its values stay';
    if (before.name !== field.name)
      say('rename field', `rename \`${before.name}\` to \`${field.name}\`: ${stay}`, false);
    compareField(older, resource, renames, tighter, before, field, given, say);
  }
  const kept = new Set(stored.map(({ name }) => getPreviousField(renames, resource.name, name)));
  for (const field of older.fields) {
    if (kept.has(field.name) || !isStored(field)) continue;
    const goesOn = turn?.taken.has(field.name) === true ? 'its values are converted' : 'its values are deleted';
    const lost = field.computed === undefined ? goesOn : 'it was computed from other fields';
    steps.push({
      kind: 'remove field',
      name: `${older.name}.${field.name}`,
      words: `remove \`${field.name}\`: ${lost}`,
    });
  }
  return { steps, looked };
}

type Say = (kind: Step['kind'], words: string, look: boolean, conversion?: string) => void;

function compareField(
  older: ResourcePlan,
  resource: ResourcePlan,
  renames: Renames,
  tighter: Tighter,
  before: FieldPlan,
  field: FieldPlan,
  given: boolean,
  say: Say,
): void {
  const { name } = field;
  if (field.computed !== undefined) {
    const same = JSON.stringify(before.computed?.value) === JSON.stringify(field.computed.value);
    if (before.computed === undefined)
      say('compute', `\`${name}\` is worked out from now on: its values are replaced`, true);
    else if (!same || tighter(before.schema, field.schema))
      say('compute', `compute \`${name}\` again for every record`, true);
    return;
  }
  const [from, to] = [formatSchema(before.schema), formatSchema(field.schema)];
  const values = getRenamedValues(renames, resource.name, name);
  for (const [was, is] of values ?? []) {
    const verb = hadValue(older, before, is) ? 'becomes' : 'is called';
    say('rename value', `\`${name}\`: \`${was}\` ${verb} \`${is}\``, true, `${resource.name}.${name} ${was}`);
  }
  if (field.state === true && before.state !== true)
    say('change field', `\`${name}\` is a state now: each value is checked`, true);
  else if (field.state !== true && (tighter(before.schema, field.schema) || before.storage !== field.storage)) {
    const looked = given ? 'checked' : 'converted and checked';
    const words =
      from === to
        ? `has different constraints: each value is ${looked}`
        : `becomes ${to} (it was ${from}): each value is ${looked}`;
    say('change field', `\`${name}\` ${words}`, true);
  } else if (from !== to && field.state !== true)
    say('change field', `\`${name}\` becomes ${to} (it was ${from}): every value stays`, false);
  if (mustBePresent(resource, field) && !mustBePresent(older, before)) {
    const words = given ? 'its row of Changes gives the values' : fillWords(resource, field);
    say('change field', `\`${name}\` has to be there: ${words}`, true);
  } else if (getsDefault(before, field)) {
    say(
      'change field',
      `\`${name}\` has a default now: records without a value get \`${JSON.stringify(field.default)}\``,
      true,
    );
  }
}

/** Lists the steps of a state field whose states differ; a state without records may be removed. */
export function stateSteps(older: ResourcePlan, resource: ResourcePlan, renames: Renames): FieldChanges {
  const steps: Step[] = [];
  const looked = new Set<string>();
  for (const { field, states, line } of resource.machines) {
    if (field === undefined) continue;
    const before = older.machines.find((machine) => machine.field === getPreviousField(renames, resource.name, field));
    if (before === undefined) continue;
    const renamed = getRenamedValues(renames, resource.name, field);
    const known = new Set(states.map(({ name }) => name));
    const was = new Set(before.states.map(({ name }) => renamed?.get(name) ?? name));
    const name = `${resource.name}.${field}`;
    for (const { name: state } of before.states) {
      if (known.has(renamed?.get(state) ?? state)) continue;
      steps.push({ kind: 'remove state', name, words: `\`${field}\`: remove the state \`${state}\``, line });
      looked.add(field);
    }
    for (const state of states) {
      if (was.has(state.name)) continue;
      steps.push({ kind: 'add state', name, words: `\`${field}\`: add the state \`${state.name}\``, line: state.line });
    }
  }
  return { steps, looked };
}

/** Whether every record there gets one value, which the document states. */
function isPlain(resource: ResourcePlan, field: FieldPlan): boolean {
  if (field.computed !== undefined) return false;
  if (field.state === true) return listFirstStates(resource, field).length < 2;
  if (field.default !== undefined) return true;
  return !mustBePresent(resource, field);
}

function listFirstStates({ machines }: ResourcePlan, { name }: FieldPlan): readonly string[] {
  const machine = machines.find(({ field }) => field === name);
  return machine === undefined ? [] : listInitialStates(machine);
}

/** Describes the value that existing records get in a new field. */
function fillWords(resource: ResourcePlan, field: FieldPlan): string {
  const { assigned, schema } = field;
  if (field.computed !== undefined) return 'it is computed for every record';
  const initial = field.state === true ? listFirstStates(resource, field) : [];
  if (initial.length === 1) return `records are in \`${initial[0]}\`, entered now`;
  if (initial.length > 1)
    return `records have no state: rows of \`create\` choose ${enumerate(initial, 'or')}. State one of them first, and the others in a second change`;
  if (isFilledByClock(field)) return 'records get the moment of this change';
  if (field.default !== undefined) return `records get its default \`${JSON.stringify(field.default)}\``;
  if (assigned?.by === 'sequence') return 'records are numbered in the order of their identities';
  if (assigned?.by === 'format') return 'each record gets a value of its own';
  if (assigned?.by === 'caller')
    return `records have no value, because \`caller.${assigned.attribute}\` was not stored`;
  if (schema.nullable === true) return 'records get null';
  return mustBePresent(resource, field)
    ? 'records have no value. State a `default` first, and `required` in a second change'
    : 'records have no value';
}
