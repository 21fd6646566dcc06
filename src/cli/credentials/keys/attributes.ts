import type { Expression, ValueType } from '../../../expression/tree.ts';
import type { AuthenticationPlan, Plan } from '../../../plan/plan.ts';
import { findNearest } from '../../../text/nearest.ts';
import { CommandError } from '../../shared/terminal.ts';

type Attributes = AuthenticationPlan['attributes'];

/** Parses `--attribute name=value` by the types of the table Caller. Throws a `CommandError`. */
export function readAttributes(known: Attributes, settings: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at < 1)
      throw new CommandError(`--attribute takes name=value, such as --attribute shop=s1. Found "${setting}".`);
    const name = setting.slice(0, at);
    const attribute = known.find((candidate) => candidate.name === name);
    if (attribute === undefined) throw new CommandError(describeUnknownAttribute(known, name));
    if (Object.hasOwn(values, name)) throw new CommandError(`--attribute ${name} can be set only once.`);
    values[name] = parseAttributeValue(attribute.type, setting.slice(at + 1), name);
  }
  return values;
}

/**
 * Returns the attributes of the first key: `demo` for strings, 1 for numbers, true for booleans. Attributes that name a record are
 * left out, because the database has no record yet.
 */
export function createDemoAttributes(plan: Plan): Record<string, unknown> {
  const references = findReferences(plan);
  const known = plan.authentication.attributes.filter(({ name }) => !references.has(name));
  return Object.fromEntries(known.map(({ name, type }) => [name, createDemoValue(type)]));
}

/** Returns the attributes that name a record, each with the resource: a `ref` field takes its value, or a row rule compares them. */
export function findReferences({ resources, operations }: Plan): ReadonlyMap<string, string> {
  const assigned = resources.flatMap(({ fields }) =>
    fields.flatMap(({ assigned: by, schema }): readonly Reference[] =>
      by?.by === 'caller' && schema.type === 'ref' ? [[by.attribute, schema.resource]] : [],
    ),
  );
  const rules = operations.flatMap(({ access }) =>
    access.grants.flatMap(({ where }) => (where === undefined || where === 'disabled' ? [] : listCompared(where))),
  );
  return new Map([...rules, ...assigned]);
}

type Reference = readonly [attribute: string, resource: string];

function listCompared(node: Expression): readonly Reference[] {
  if (node.op !== 'binary') return [];
  const { left, right } = node;
  if (node.operator !== '==') return [...listCompared(left), ...listCompared(right)];
  return [
    [left, right],
    [right, left],
  ].flatMap(([value, other]): readonly Reference[] =>
    value?.op === 'path' && value.root === 'caller' && value.steps[0] !== undefined && other?.type.kind === 'ref'
      ? [[value.steps[0].name, other.type.resource]]
      : [],
  );
}

function createDemoValue(type: ValueType): unknown {
  if (type.kind === 'int' || type.kind === 'double') return 1;
  if (type.kind === 'bool') return true;
  if (type.kind === 'list') return [createDemoValue(type.item)];
  if (type.kind === 'choice') return type.values[0];
  return type.kind === 'nullable' ? createDemoValue(type.of) : 'demo';
}

function describeUnknownAttribute(known: Attributes, name: string): string {
  const names = known.map((attribute) => attribute.name);
  if (names.length === 0) return `The document states no attributes of callers. Remove --attribute ${name}.`;
  const meant = findNearest(name, names);
  return `The caller has no attribute "${name}". ${meant === undefined ? `It has: ${names.join(', ')}.` : `Did you mean ${meant}?`}`;
}

/** Parses a list attribute: a JSON array of scalars, or values separated by commas. */
function parseListItems(text: string, name: string): readonly string[] {
  if (!text.startsWith('[')) return text === '' ? [] : text.split(',');
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch {}
  const isList = Array.isArray(items) && items.every((item) => item !== null && typeof item !== 'object');
  if (isList) return (items as unknown[]).map(String);
  throw new CommandError(
    `--attribute ${name} takes a list: values separated by commas, such as a,b, or a JSON array, such as '["a","b"]'. Found "${text}".`,
  );
}

function parseAttributeValue(type: ValueType, text: string, name: string): unknown {
  switch (type.kind) {
    case 'nullable':
      return text === 'null' ? null : parseAttributeValue(type.of, text, name);
    case 'int':
      if (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
      throw new CommandError(`--attribute ${name} takes an integer, such as 7. Found "${text}".`);
    case 'double':
      if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
      throw new CommandError(`--attribute ${name} takes a number, such as 7.5. Found "${text}".`);
    case 'bool':
      if (text === 'true' || text === 'false') return text === 'true';
      throw new CommandError(`--attribute ${name} takes true or false. Found "${text}".`);
    case 'list':
      return parseListItems(text, name).map((item) => parseAttributeValue(type.item, item, name));
    case 'choice':
      if (type.values.includes(text)) return text;
      throw new CommandError(`--attribute ${name} takes one of ${type.values.join(', ')}. Found "${text}".`);
    default:
      return text;
  }
}
