import type { Expression, ValueType } from '../tree.ts';

/** Whether two expressions are the same tree. */
export function equal(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, omitSource) === JSON.stringify(right, omitSource);
}

/** Two expressions may be the same and be written differently. */
function omitSource(this: object, key: string, value: unknown): unknown {
  return key === 'source' && 'op' in this ? undefined : value;
}

/**
 * Whether two expressions are the same but for what the document says of what they read: a field that became optional or
 * got one more value makes no other expression of them. Literals of two types differ.
 */
export function hasSameForm(left: unknown, right: unknown): boolean {
  return stringifyForm(left) === stringifyForm(right);
}

/**
 * An expression as a text that can be compared as `hasSameForm` compares. Variables count by their place, not by their name; `around`: the
 * variables around the expression, the outermost first.
 */
export function stringifyForm(expression: unknown, around: readonly string[] = []): string {
  const text = JSON.stringify(expression, replaceForForm);
  if (text === undefined || (around.length === 0 && !text.includes('"variable"'))) return text;
  return JSON.stringify(
    numberVariables(expression, new Map(around.map((name, at) => [name, `#${at}`])), around.length),
    replaceForForm,
  );
}

/** `depth`: the number of variables around. */
function numberVariables(value: unknown, names: ReadonlyMap<string, string>, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => numberVariables(item, names, depth));
  if (typeof value !== 'object' || value === null) return value;
  const { op, root, variable, steps } = value as Partial<Extract<Expression, { op: 'path' }>> & {
    readonly variable?: string;
  };
  const declares = op !== undefined && op !== 'path' && typeof variable === 'string';
  const inside = declares ? new Map([...names, [variable, `#${depth}`]]) : names;
  const made = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, numberVariables(inner, inside, declares ? depth + 1 : depth)]),
  );
  if (declares) return { ...made, variable: inside.get(variable) };
  const [first, ...rest] = (root === 'local' && steps) || [];
  return first === undefined
    ? made
    : { ...made, steps: [{ ...first, name: names.get(first.name) ?? first.name }, ...rest] };
}

function replaceForForm(this: object, key: string, value: unknown): unknown {
  if (key === 'type' && 'op' in this) {
    return this.op === 'literal' && 'value' in this ? typeof this.value + (value as ValueType).kind : undefined;
  }
  if (key === 'source' && 'op' in this) return undefined;
  const isMark = (key === 'optional' || key === 'nullable') && value === true && 'name' in this;
  return isMark ? undefined : value;
}
