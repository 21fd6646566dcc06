import { formatObjectType, formatPropertyKey, quoteString } from '../../types/values.ts';
import type { Wait } from '../client.ts';
import type { OperationFacts } from '../facts.ts';
import type { Method } from '../methods.ts';
import { nameArgument } from './names.ts';
import { formatType, toDoc } from './types.ts';

/** A member of the client's interface with its documentation, and its code. */
export interface MethodText {
  readonly signature: string;
  readonly code: string;
}

/** Writes a method. */
export function formatMethod(method: Method): MethodText {
  const { id, placeholders, body, parametersType, items, codes } = method;
  const args = orderArguments([
    ...listPathArguments(method),
    ...(body === undefined ? [] : [{ name: 'body', type: formatType(body.type), optional: body.optional }]),
    ...(parametersType === undefined
      ? []
      : [{ name: 'parameters', type: parametersType, optional: method.parameters.every(({ optional }) => optional) }]),
    formatOptions(method),
  ]);
  const success = method.responses.map(
    ({ status, data }) => `Success<${status}, ${data.map((type) => formatType(type, 1)).join(' | ')}>`,
  );
  const result = success.join(' | ') || 'never';
  const returned =
    items === undefined
      ? `Promise<Result<${result}, ${codes}>>`
      : `Pages<${result}, ${formatType(items.type, 1)}, ${codes}>`;
  const sent = [
    ...(placeholders.length === 0 ? [] : [`path: [${placeholders.map(({ name }) => nameArgument(name)).join(', ')}]`]),
    ...(parametersType === undefined ? [] : ['parameters: { ...parameters }']),
    ...(body === undefined ? [] : ['body']),
  ];
  const what = `connection, operations.${id}, `;
  const given = `{ ${sent.join(', ')} }`.replaceAll('{  }', '{}');
  const call =
    items === undefined
      ? `call(${what}${given}, options)`
      : `readPages(${what}${JSON.stringify(items.path).replaceAll('"', "'")}, ${given}, options)`;
  return {
    signature: `${formatDoc(method)}\n  ${id}(${args.map(formatArgument).join(', ')}): ${returned};`,
    code: `${id}: (${args.map(({ name }) => name).join(', ')}) => ${call} as never`,
  };
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

function formatArgument({ name, type, optional }: Argument): string {
  return `${name}${optional ? '?' : ''}: ${type}`;
}

/** A required argument does not follow an optional one. */
function orderArguments(args: readonly Argument[]): readonly Argument[] {
  const lastRequired = args.findLastIndex(({ optional }) => !optional);
  return args.map((argument, at) =>
    at < lastRequired && argument.optional
      ? { ...argument, type: `${argument.type} | undefined`, optional: false }
      : argument,
  );
}

function listPathArguments({ placeholders }: Method): readonly Argument[] {
  const byName = new Map(placeholders.map(({ name, type }) => [nameArgument(name), formatType(type)]));
  return [...byName].map(([name, type]) => ({ name, type, optional: false }));
}

function formatOptions({ hasIdempotency, preconditions }: Method): Argument {
  const headers = preconditions.map(({ header, required }) => ({
    name: header === 'If-Match' ? 'ifMatch' : 'ifNoneMatch',
    type: 'string',
    optional: !required,
  }));
  const parts = [
    'CallOptions',
    ...(hasIdempotency ? ['IdempotencyOptions'] : []),
    ...(headers.length === 0 ? [] : [formatObjectType(headers, 1).replace(/\s+/g, ' ')]),
  ];
  return { name: 'options', type: parts.join(' & '), optional: headers.every(({ optional }) => optional) };
}

function formatDoc({ doc, isWide }: Method): string {
  if (!isWide) return `  /** ${toDoc(doc)} */`;
  const lines = [doc, '64-bit integers beyond 2^53 lose digits in JavaScript numbers.'];
  return `  /**\n${lines.map((line) => `   * ${toDoc(line)}`).join('\n')}\n   */`;
}

/** Writes the method that waits for a state. */
export function formatWait({ read, resource, field, type }: Wait): MethodText {
  const name = `waitUntil${resource}`;
  const path = listPathArguments(read);
  const names = path.map((argument) => argument.name);
  const given = path.map((argument) => `\n    ${formatArgument(argument)},`).join('');
  const passed = [...names, ...(read.parametersType === undefined ? [] : ['undefined']), 'each'].join(', ');
  const response = formatType(type);
  const state = `${response} ${given}`.match(/\bState\b/) === null ? 'State' : 'OneState';
  return {
    signature: `  /** Reads the ${resource} until it is in one of the states, or the service rejects a read. */
  ${name}<${state} extends ${response}[${quoteString(field)}]>(${given}
    states: readonly ${state}[],
    options?: WaitOptions,
  ): Promise<Result<Success<200, Extract<${response}, { readonly ${formatPropertyKey(field)}: ${state} }>>, ${read.codes}>>;`,
    code: `${name}: (${[...names, 'states', 'options'].join(', ')}) =>
      readUntil(
        (each) => client.${read.id}(${passed}),
        (result) => result.ok && (states as readonly string[]).includes(result.data[${quoteString(field)}]),
        options,
      ) as never`,
  };
}

/** Writes the facts of an operation as an object of code. */
export function formatOperation({ id, facts }: { readonly id: string; readonly facts: OperationFacts }): string {
  const { name, method, path, type, accept, headers, idempotency, content, ok, empty, codes } = facts;
  const list = (values: readonly (string | undefined)[]): string =>
    `[${values.map((value) => (value === undefined ? 'undefined' : quoteString(value))).join(', ')}]`;
  const statuses = [...codes].map(([status, values]) => `${status}: ${list(values)}`);
  const members = [
    `name: ${quoteString(name)}`,
    `method: ${quoteString(method)}`,
    `path: ${quoteString(path)}`,
    ...(type === undefined ? [] : [`type: ${quoteString(type)}`]),
    `accept: ${quoteString(accept)}`,
    ...(headers === undefined ? [] : [`headers: ${list(headers)}`]),
    ...(idempotency === undefined ? [] : [`idempotency: ${quoteString(idempotency)}`]),
    ...(content === true ? ['content: true'] : []),
    `ok: [${ok.join(', ')}]`,
    `empty: [${empty.join(', ')}]`,
    `codes: { ${statuses.join(', ')} }`,
  ];
  return `${formatPropertyKey(id)}: {\n    ${members.join(',\n    ')},\n  }`;
}
