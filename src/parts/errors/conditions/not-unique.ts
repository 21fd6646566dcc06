import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Condition, Facts, ProducedAt } from './contract.ts';
import { anywhere, at } from './places.ts';

/** Another record has the same values in the fields of a `unique`, or the identity of a create by PUT (RFC 9110, 15.5.10). */
export const notUnique: Condition = {
  name: 'not unique',
  status: 409,
  narrowedTo: anywhere,
  kept: true,
  statuses: 'client',
  produced(facts) {
    const puts = facts.operations.filter(({ name, method }) => name.verb === 'create' && method?.value === 'PUT');
    return [...puts.map((operation) => at(operation)), ...facts.resources.flatMap((one) => ofResource(facts, one))];
  },
  words: 'another record has the same value',
};

function ofResource(facts: Facts, resource: ResourceModel): ProducedAt[] {
  const name = resource.name.value;
  const places: ProducedAt[] = [];
  for (const field of resource.fields) {
    for (const unique of field.constraints) {
      if (unique.kind !== 'unique' && unique.kind !== 'unique while') continue;
      const others = unique.kind === 'unique' ? unique.with.map((one) => one.value) : [];
      const fields = resource.fields.filter((one) => one === field || others.includes(one.name.value));
      if (isSafe(facts, name, fields, unique.kind === 'unique while')) continue;
      for (const operation of changing(facts, name, fields)) places.push(at(operation, { span: field.span }));
    }
  }
  return places;
}

/** A field that the service assigns by format, sequence, or `next` over the very fields of its `unique` cannot collide. */
function isSafe(facts: Facts, resource: string, fields: readonly FieldModel[], partial: boolean): boolean {
  return fields.some((field) => {
    const assigned = field.constraints.some(({ kind }) => kind === 'assigned');
    if (assigned && field.format?.name.value !== 'date-time') return true;
    const clientSends = !field.constraints.some(
      (one) => one.kind === 'direction' && (one.word === 'read-only' || one.word === 'internal'),
    );
    if (clientSends || partial) return false;
    const effects = effectsOn(facts, resource, field.name.value);
    const within = fields.filter((one) => one !== field).map((one) => one.name.value);
    return effects.length > 0 && effects.every((cel) => takesNext(cel, field.name.value, within));
  });
}

function takesNext(cel: string, field: string, within: readonly string[]): boolean {
  const call =
    /^\s*next\(([^()]*)\)\s*$/
      .exec(cel)?.[1]
      ?.split(',')
      .map((one) => one.trim()) ?? [];
  const [first, ...others] = call;
  return first === field && others.length === within.length && others.every((one) => within.includes(one));
}

function effectsOn(facts: Facts, resource: string, field: string): string[] {
  const rows = facts.transitions.filter((one) => one.resource === resource).flatMap((one) => one.rows);
  const effects = rows.flatMap((row) => row.effects);
  return effects.filter(({ path }) => path.length === 1 && path[0]?.value === field).map(({ value }) => value.text);
}

/** The operations that set one of the fields: creation, changes by clients, transitions whose effect does. */
function changing(facts: Facts, resource: string, fields: readonly FieldModel[]) {
  const names = new Set(fields.map((field) => field.name.value));
  const changed = fields.some((field) => !isFixed(field));
  const changes = changed ? ['update', 'replace'] : [];
  const moving = facts.transitions
    .filter((one) => one.resource === resource)
    .filter(({ rows }) => rows.some(({ effects }) => effects.some(({ path }) => names.has(path[0]?.value ?? ''))))
    .map((one) => one.name);
  return [...new Set(['create', ...changes, ...moving])].flatMap((verb) => facts.running(verb, resource));
}

function isFixed(field: FieldModel): boolean {
  return field.constraints.some(
    (one) =>
      one.kind === 'assigned' ||
      one.kind === 'assigned from' ||
      (one.kind === 'direction' && one.word !== 'write-only'),
  );
}
