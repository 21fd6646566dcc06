import { CommandError } from '../../operator/command-error.ts';
import { getIdentitySchema } from '../../plan/parameter-schema.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import type { InputShape } from '../../plan/shape.ts';

/** The plan and the last records, from which words become values. */
export interface ValueContext {
  readonly plan: Pick<Plan, 'resources'>;
  /** The identity of the last record of a resource that a call created or showed. */
  last(resource: string): string | undefined;
}

/** Creates the error of a word whose value cannot be sent. */
export function createValueError(name: string, why: string): CommandError {
  return new CommandError(`${name}: ${why}`);
}

/**
 * Reads the text of a word as a value of the type that the document states. The service validates the value: a text
 * that does not fit the type is sent as it is. Throws a `CommandError` for `@last` without a record.
 */
export function readValue(context: ValueContext, name: string, text: string, shape: InputShape): unknown {
  if (text.startsWith('@@')) return text.slice(1);
  if (shape.kind === 'literal') return typeof shape.value === 'string' ? text : readJson(text);
  if (shape.kind !== 'value') return readJson(text);
  if (text === '@last') return readLast(context, name, shape.schema);
  if (text.startsWith('@')) {
    const known = '@last, the last record, and @example, an example';
    throw createValueError(name, `${text} is not known. Known are ${known}. Write @@ for a text that begins with @.`);
  }
  return readTyped(context, text, shape.schema);
}

/** Returns the identity of the last record to which a reference may lead. */
function readLast(context: ValueContext, name: string, schema: ValueSchema): unknown {
  if (schema.type !== 'ref')
    throw createValueError(name, '@last stands for a record, but the value does not refer to one.');
  return readTyped(context, requireLast(context, name, schema.resource), schema);
}

/** Returns the identity of the last record of a resource. Throws a `CommandError` if no call created or showed one. */
export function requireLast({ last }: ValueContext, name: string, resource: string): string {
  const found = last(resource);
  if (found !== undefined) return found;
  throw createValueError(
    name,
    `no call created or showed ${/^[AEIOU]/.test(resource) ? 'an' : 'a'} ${resource} of this service yet. State its ID.`,
  );
}

function readTyped({ plan }: ValueContext, text: string, of: ValueSchema): unknown {
  const schema = of.type === 'ref' ? getIdentitySchema(plan, of) : of;
  if (of.nullable === true && text === 'null') return null;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? readNumber(text) : text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'string':
    case 'choice':
      return text;
    default:
      return readJson(text);
  }
}

/** Reads a number; JSON carries more digits than a number of JavaScript. */
function readNumber(text: string): unknown {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? rawJSON(text) : value;
}

/** Reads JSON; another text stays a text. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
