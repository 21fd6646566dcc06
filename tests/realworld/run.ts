import { isDeepStrictEqual } from 'node:util';
import type { Assertion, Entry, Operand, Predicate, Property } from './hurl.ts';

/** A request that did not get its expected response. */
export interface Failure {
  /** `articles.hurl:211 PUT /api/articles/{{slug}}`. */
  readonly request: string;
  /** What was expected and what came instead, a line each. */
  readonly reasons: readonly string[];
}

type Variables = Map<string, unknown>;

/** Sends the requests of a file in their order to a service; `{{host}}` and `{{uid}}` are given. */
export async function runHurl(
  file: string,
  entries: readonly Entry[],
  given: Readonly<Record<string, string>>,
): Promise<readonly Failure[]> {
  const variables: Variables = new Map(Object.entries(given));
  const failures: Failure[] = [];
  for (const entry of entries) {
    const request = `${file}:${entry.line} ${entry.method} ${entry.target.replace('{{host}}', '')}`;
    const reasons = await reasonsOf(file, entry, variables).catch((error: Error) => [error.message]);
    if (reasons.length > 0) failures.push({ request, reasons });
  }
  return failures;
}

async function reasonsOf(file: string, entry: Entry, variables: Variables): Promise<readonly string[]> {
  const headers = new Headers(entry.headers.map(([name, value]): [string, string] => [name, filled(value, variables)]));
  if (entry.body !== undefined) headers.set('Content-Type', 'application/json');
  const response = await fetch(filled(entry.target, variables), {
    method: entry.method,
    headers,
    ...(entry.body === undefined ? {} : { body: filled(entry.body, variables) }),
  });
  const text = await response.text();
  const reasons: string[] = [];
  const wrong = (line: number, expected: string, got: string): void => {
    reasons.push(`${file}:${line}: expected ${expected}, got ${got}`);
  };
  if (response.status !== entry.status) wrong(entry.line, `status ${entry.status}`, `${response.status} ${text}`);
  let json: unknown;
  try {
    json = text === '' ? undefined : JSON.parse(text);
  } catch {
    wrong(entry.line, 'a JSON body', text);
  }
  for (const assertion of entry.asserts) {
    const value = valueAt(json, assertion.path);
    if (!holds(assertion.predicate, value, variables)) wrong(assertion.line, assertion.text, shown(value, assertion));
  }
  for (const { line, name, path } of entry.captures) {
    const value = valueAt(json, path);
    if (value === undefined) wrong(line, `a value for ${name}`, text);
    else variables.set(name, value);
  }
  return reasons;
}

function filled(text: string, variables: Variables): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(operandValue({ variable: name }, variables)));
}

function operandValue(operand: Operand, variables: Variables): unknown {
  if ('variable' in operand) {
    if (!variables.has(operand.variable)) throw new Error(`no earlier response gave {{${operand.variable}}}`);
    return variables.get(operand.variable);
  }
  return typeof operand.literal === 'string' ? filled(operand.literal, variables) : operand.literal;
}

function valueAt(json: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    json,
  );
}

const checks: Readonly<Record<Property, (value: unknown) => boolean>> = {
  isString: (value) => typeof value === 'string',
  isList: Array.isArray,
  isInteger: Number.isInteger,
  isBoolean: (value) => typeof value === 'boolean',
  isEmpty: (value) => value === '' || (Array.isArray(value) && value.length === 0),
  exists: (value) => value !== undefined,
};

/** Whether a value is there and meets a predicate; only `not exists` holds of a value that is not there. */
function holds(predicate: Predicate, value: unknown, variables: Variables): boolean {
  const isExists = (candidate: Predicate): boolean =>
    candidate.kind === 'not' ? isExists(candidate.of) : candidate.kind === 'is' && candidate.what === 'exists';
  if (value === undefined && !isExists(predicate)) return false;
  switch (predicate.kind) {
    case 'not':
      return !holds(predicate.of, value, variables);
    case 'is':
      return checks[predicate.what](value);
    case 'count':
      return Array.isArray(value) && holds(predicate.of, value.length, variables);
    case 'contains':
      return Array.isArray(value) && value.includes(operandValue(predicate.with, variables));
    case 'matches':
      return typeof value === 'string' && new RegExp(String(operandValue(predicate.with, variables)), 'u').test(value);
    case 'compare': {
      const operand = operandValue(predicate.with, variables);
      if (predicate.by === '>=') return typeof value === 'number' && value >= Number(operand);
      return isDeepStrictEqual(value, operand) === (predicate.by === '==');
    }
  }
}

function shown(value: unknown, { path }: Assertion): string {
  return value === undefined ? `nothing at ${path.join('.')}` : JSON.stringify(value);
}
