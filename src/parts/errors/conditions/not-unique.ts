import type { Span } from '../../../text/location.ts';
import { formatNamed } from '../../resources/formats/index.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Condition, Facts, ProducedAt } from './contract.ts';
import { anywhere, at, orByCode } from './places.ts';

/** Another record has the same values in the fields of a `unique`, or the identity of a create by PUT (RFC 9110, 15.5.10). */
export const notUnique: Condition = {
  name: 'not unique',
  status: 409,
  narrowedTo: anywhere,
  kept: true,
  foundByCode: true,
  statuses: 'client',
  produced(facts) {
    const puts = facts.operations.filter(({ name, method }) => name.verb === 'create' && method?.value === 'PUT');
    const effects = effectsOf(facts);
    return [
      ...puts.map((operation) => at(operation)),
      ...facts.resources.flatMap((resource) =>
        ofResource(facts, resource, effects.get(resource.name.value) ?? noEffects),
      ),
    ];
  },
  needs: 'a `unique` whose values can collide, or a `create` by PUT',
  words: 'another record has the same value',
};

/** The operations of a resource by which two records could collide, each at the first field that makes it so. */
function ofResource(facts: Facts, resource: ResourceModel, effects: Effects): ProducedAt[] {
  const verbs = new Map<string, Span>();
  const named = new Map(resource.fields.map((field) => [field.name.value, field]));
  for (const field of resource.fields) {
    for (const unique of field.constraints) {
      if (unique.kind !== 'unique' && unique.kind !== 'unique while') continue;
      const others = unique.kind === 'unique' ? unique.with.map((name) => named.get(name.value)) : [];
      const fields = [field, ...others.filter((other) => other !== undefined && other !== field)] as FieldModel[];
      if (isSafe(effects, fields, unique.kind === 'unique while')) continue;
      const counting = unique.kind === 'unique while' ? fieldsNamed(named, unique.cel.text) : [];
      const changed = [...changing(effects, [...fields, ...counting]), ...moving(facts, resource, counting)];
      for (const verb of changed) if (!verbs.has(verb)) verbs.set(verb, field.span);
    }
  }
  const places = [...verbs].flatMap(([verb, span]) =>
    facts.running(verb, resource.name.value).map((operation) => at(operation, { span })),
  );
  const [first] = verbs.values();
  return first === undefined ? [] : orByCode(facts, places, { resource: resource.name.value, span: first });
}

/** The fields whose names occur in an expression, outside its strings. */
function fieldsNamed(fields: ReadonlyMap<string, FieldModel>, cel: string): readonly FieldModel[] {
  const names = new Set(cel.replace(/"[^"]*"|'[^']*'/g, '').match(/\w+/g));
  return [...names].flatMap((name) => fields.get(name) ?? []);
}

/** The transitions that move a state field among these fields. */
function moving(facts: Facts, { name }: ResourceModel, fields: readonly FieldModel[]): readonly string[] {
  const states = new Set(fields.filter(({ type }) => type?.kind === 'state').map((field) => field.name.value));
  if (states.size === 0) return [];
  return facts.transitions
    .filter(({ resource, machine, rows }) => {
      const isOfField = machine.field === undefined || states.has(machine.field.value);
      return resource === name.value && isOfField && rows.some(({ to }) => to?.kind === 'state');
    })
    .map((transition) => transition.name);
}

/** What transitions do to the fields of one resource. */
interface Effects {
  /** The values that they set a field itself to, by its name. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The transitions that set a field, or something inside it, by its name. */
  readonly verbs: ReadonlyMap<string, readonly string[]>;
}

const noEffects: Effects = { values: new Map(), verbs: new Map() };

/** The effects of all transitions, by resource. */
function effectsOf(facts: Facts): ReadonlyMap<string, Effects> {
  const all = new Map<string, { values: Map<string, string[]>; verbs: Map<string, string[]> }>();
  for (const { name, resource, rows } of facts.transitions) {
    const of = all.get(resource) ?? { values: new Map<string, string[]>(), verbs: new Map<string, string[]>() };
    all.set(resource, of);
    for (const { path, value } of rows.flatMap((row) => row.effects)) {
      const field = path[0]?.value ?? '';
      if (path.length === 1) add(of.values, field, value.text);
      if (of.verbs.get(field)?.at(-1) !== name) add(of.verbs, field, name);
    }
  }
  return all;
}

function add(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** A field that the service assigns by format, sequence, or `next` over the very fields of its `unique` cannot collide. */
function isSafe(effects: Effects, fields: readonly FieldModel[], partial: boolean): boolean {
  return fields.some((field) => {
    const assigned = field.constraints.some(({ kind }) => kind === 'assigned');
    if (assigned && formatNamed(field.format?.name)?.clock === undefined) return true;
    const clientSends = !field.constraints.some(
      (constraint) =>
        constraint.kind === 'direction' && (constraint.word === 'read-only' || constraint.word === 'internal'),
    );
    if (clientSends || partial) return false;
    const values = effects.values.get(field.name.value) ?? [];
    const within = fields.filter((otherField) => otherField !== field).map((each) => each.name.value);
    return values.length > 0 && values.every((cel) => takesNext(cel, field.name.value, within));
  });
}

function takesNext(cel: string, field: string, within: readonly string[]): boolean {
  const call =
    /^\s*next\(([^()]*)\)\s*$/
      .exec(cel)?.[1]
      ?.split(',')
      .map((part) => part.trim()) ?? [];
  const [first, ...others] = call;
  return first === field && others.length === within.length && others.every((other) => within.includes(other));
}

/** The verbs that set one of the fields: creation, changes by clients, transitions whose effect does. */
function changing(effects: Effects, fields: readonly FieldModel[]): readonly string[] {
  const changed = fields.some((field) => !isFixed(field));
  const changes = changed ? ['update', 'replace'] : [];
  const moving = fields.flatMap((field) => effects.verbs.get(field.name.value) ?? []);
  return ['create', ...changes, ...moving];
}

function isFixed(field: FieldModel): boolean {
  return field.constraints.some(
    (constraint) =>
      constraint.kind === 'assigned' ||
      constraint.kind === 'assigned from' ||
      (constraint.kind === 'direction' && constraint.word !== 'write-only'),
  );
}
