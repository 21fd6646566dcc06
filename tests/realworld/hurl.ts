/** A value that a predicate compares with: a JSON literal, or the value of a variable. */
export type Operand = { readonly literal: unknown } | { readonly variable: string };

/** What a predicate asks of a value. */
export type Predicate =
  | { readonly kind: 'compare'; readonly by: '==' | '!=' | '>='; readonly with: Operand }
  | { readonly kind: 'contains' | 'matches'; readonly with: Operand }
  | { readonly kind: 'count'; readonly of: Predicate }
  | { readonly kind: 'not'; readonly of: Predicate }
  | { readonly kind: 'is'; readonly what: Property };

const properties = ['isString', 'isList', 'isInteger', 'isBoolean', 'isEmpty', 'exists'] as const;
export type Property = (typeof properties)[number];

/** A line of `[Asserts]`; `path` are the steps of its JSONPath. */
export interface Assertion {
  readonly line: number;
  readonly text: string;
  readonly path: readonly (string | number)[];
  readonly predicate: Predicate;
}

/** A line of `[Captures]`. */
export interface Capture {
  readonly line: number;
  readonly name: string;
  readonly path: readonly (string | number)[];
}

/** One request of a file with its expected response. Texts may contain `{{variables}}`. */
export interface Entry {
  readonly line: number;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly status: number;
  readonly asserts: readonly Assertion[];
  readonly captures: readonly Capture[];
}

/** Parses the subset of Hurl that RealWorld's suite uses. Throws with file and line for anything else. */
export function parseHurl(file: string, text: string): readonly Entry[] {
  const lines = text.split(/\r?\n/);
  const entries: Entry[] = [];
  let at = 0;
  const skip = (): void => {
    while (at < lines.length && /^\s*(#.*)?$/.test(lines[at]!)) at++;
  };
  const fail = (why: string): never => {
    throw new Error(`${file}:${at + 1}: ${why}: ${lines[at] ?? 'end of file'}`);
  };
  for (skip(); at < lines.length; skip()) {
    const line = at + 1;
    const [, method, target] = /^([A-Z]+) (\S+)$/.exec(lines[at]!) ?? fail('expected a method and a URL');
    at++;
    const headers: [string, string][] = [];
    for (let found = headerIn(lines[at]); found !== undefined; found = headerIn(lines[++at])) headers.push(found);
    const begin = at;
    if (lines[at] === '{') {
      at = lines.indexOf('}', at);
      if (at === -1) fail('the body does not end');
      at++;
    }
    const body = lines.slice(begin, at).join('\n');
    const [, status] = /^HTTP (\d{3})$/.exec(lines[at] ?? '') ?? fail('expected `HTTP` and a status');
    at++;
    const asserts: Assertion[] = [];
    const captures: Capture[] = [];
    let section = '';
    for (skip(); at < lines.length && !/^[A-Z]+ /.test(lines[at]!); at++, skip()) {
      const sectionLine = lines[at]!;
      const number = at + 1;
      if (sectionLine === '[Asserts]' || sectionLine === '[Captures]') section = sectionLine;
      else if (section === '[Asserts]') {
        const [, path, words] =
          /^jsonpath "([^"]+)" (.+)$/.exec(sectionLine) ?? fail('expected `jsonpath` and a predicate');
        const predicate = predicateOf(words!) ?? fail('unknown predicate');
        asserts.push({ line: number, text: sectionLine, path: stepsOf(path!) ?? fail('unknown JSONPath'), predicate });
      } else if (section === '[Captures]') {
        const [, name, path] =
          /^(\w+): jsonpath "([^"]+)"$/.exec(sectionLine) ?? fail('expected a name and a `jsonpath`');
        captures.push({ line: number, name: name!, path: stepsOf(path!) ?? fail('unknown JSONPath') });
      } else fail('unknown section');
    }
    const sent = body === '' ? {} : { body };
    entries.push({
      line,
      method: method!,
      target: target!,
      headers,
      ...sent,
      status: Number(status),
      asserts,
      captures,
    });
  }
  return entries;
}

function headerIn(line = ''): [name: string, value: string] | undefined {
  const [, name, value] = /^([\w-]+): (.+)$/.exec(line) ?? [];
  return name === undefined ? undefined : [name, value!];
}

function stepsOf(path: string): readonly (string | number)[] | undefined {
  if (!/^\$(\.\w+|\[\d+\])+$/.test(path)) return undefined;
  return [...path.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}

function predicateOf(words: string): Predicate | undefined {
  const [, first = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(words) ?? [];
  if (first === 'not' || first === 'count') {
    const of = predicateOf(rest);
    return of && { kind: first, of };
  }
  const property = properties.find((candidate) => candidate === words);
  if (property !== undefined) return { kind: 'is', what: property };
  const operand = operandOf(rest);
  if (operand === undefined) return undefined;
  if (first === '==' || first === '!=' || first === '>=') return { kind: 'compare', by: first, with: operand };
  return first === 'contains' || first === 'matches' ? { kind: first, with: operand } : undefined;
}

function operandOf(text: string): Operand | undefined {
  const variable = /^\{\{(\w+)\}\}$/.exec(text)?.[1];
  if (variable !== undefined) return { variable };
  try {
    return { literal: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
