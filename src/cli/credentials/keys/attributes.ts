import type { ValueType } from '../../../expression/tree.ts';
import { CommandError } from '../../../operator/command-error.ts';
import type { AuthenticationPlan } from '../../../plan/plan.ts';
import { findNearest } from '../../../text/nearest.ts';

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
