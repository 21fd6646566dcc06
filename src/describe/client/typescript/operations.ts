import type { OperationPlan } from '../../../plan/operation.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { findRequestType, nameVersion } from '../../requests.ts';
import { formatObjectType, formatPropertyKey, quoteString } from '../../types/values.ts';
import { toCamel, toPascal } from '../../words.ts';
import { listCodes } from './errors.ts';
import { formatParameters, listPlaceholders } from './parameters.ts';
import { findItems, formatItem, formatResponses } from './responses.ts';
import type { ShapeWriter } from './shapes.ts';
import { isInt64, type TypeWriter, toDoc } from './types.ts';

/** A method of the client. */
export interface Method {
  readonly id: string;
  /** Its member of the client's interface, with its documentation. */
  readonly signature: string;
  /** What it is called with, for the code. */
  readonly code: string;
  /** The facts that the request is made from, as an object of code. */
  readonly operation: string;
  readonly kind: OperationPlan['kind'];
  readonly resource: string | undefined;
  /** The type of the response, where it is one named type. */
  readonly response: string;
  readonly isList: boolean;
  /** The arguments for its path. */
  readonly placeholders: readonly { readonly name: string; readonly type: string }[];
  /** Whether its parameters are an argument. */
  readonly parameters: boolean;
  /** Whether an argument besides the path is required. */
  readonly required: boolean;
}

/** Describes an operation as a method; declares the types of its body, its parameters and its error codes. */
export function describeMethod(
  plan: WholePlan,
  operation: OperationPlan,
  id: string,
  types: TypeWriter,
  shapes: ShapeWriter,
): Method {
  const owner = toPascal(id);
  const items = findItems(operation);
  const codes = listCodes(operation);
  const codeType = types.reserve(`${owner}Code`);
  const known = [...new Set([...codes.values()].flat())];
  const named = known.filter((code) => code !== undefined);
  const union = [...named.map(quoteString), ...(known.length > named.length ? ['undefined'] : [])];
  types.add(
    `/** The codes with which the service rejects \`${operation.name}\`. */\nexport type ${codeType} =${wrapUnion(union)};`,
  );
  const placeholders = listPlaceholders(plan, operation, types);
  const body = formatBody(operation, owner, types, shapes);
  const parameters = formatParameters(operation, types);
  const hasSparse = operation.parameters.some(({ mapsTo }) => mapsTo.kind === 'fields');
  const response = formatResponses(plan, operation, owner, shapes, hasSparse);
  // A path may name a placeholder twice.
  const inPath = [...new Map(placeholders.map(({ name, type }) => [toCamelCase(name), type]))].map(([name, type]) => ({
    name,
    type,
  }));
  const args: string[] = inPath.map(({ name, type }) => `${name}: ${type}`);
  if (body !== undefined) args.push(`body${body.optional ? '?' : ''}: ${body.type}`);
  if (parameters !== undefined) {
    const type = types.reserve(`${owner}Parameters`);
    types.add(`export interface ${type} ${parameters}`);
    const isRequired = operation.parameters.some(({ required, default: value }) => required && value === undefined);
    args.push(`parameters${isRequired ? '' : '?'}: ${type}`);
  }
  const options = formatOptions(operation);
  args.push(`options${options.required ? '' : '?'}: ${options.type}`);
  // A required argument does not follow an optional one.
  const lastRequired = args.findLastIndex((argument) => !/^\w+\?:/.test(argument));
  const ordered = args.map((argument, at) =>
    at < lastRequired ? argument.replace(/^(\w+)\?: (.*)$/s, '$1: $2 | undefined') : argument,
  );
  const item = items === undefined ? '' : formatItem(operation, items, owner, shapes);
  const isList = items !== undefined;
  const result = isList
    ? `Pages<${response.success}, ${hasSparse ? `Partial<${item}>` : item}, ${codeType}>`
    : `Promise<Result<${response.success}, ${codeType}>>`;
  const names = ordered.map((argument) => /^\w+/.exec(argument)![0]);
  const sent = [
    ...(placeholders.length === 0 ? [] : [`path: [${placeholders.map(({ name }) => toCamelCase(name)).join(', ')}]`]),
    ...(parameters === undefined ? [] : ["parameters: parameters as Sent['parameters']"]),
    ...(body === undefined ? [] : ['body']),
  ];
  const what = `connection, operations.${id}, `;
  const call = isList
    ? `readPages(${what}${JSON.stringify(items).replaceAll('"', "'")}, { ${sent.join(', ')} }, options)`
    : `call(${what}{ ${sent.join(', ')} }, options)`;
  return {
    id,
    kind: operation.kind,
    resource: operation.resource,
    isList,
    placeholders: inPath,
    parameters: parameters !== undefined,
    required: lastRequired >= inPath.length,
    response: response.data,
    signature: `${formatDoc(plan, operation)}\n  ${id}(${ordered.join(', ')}): ${result};`,
    code: `${id}: (${names.join(', ')}) => ${call.replaceAll('{  }', '{}')} as never`,
    operation: formatOperation(plan, operation, id, codes),
  };
}

/** The alternatives of a type, on lines of their own where they are many. */
function wrapUnion(alternatives: readonly string[]): string {
  const text = alternatives.join(' | ') || 'never';
  return text.length <= 80 ? ` ${text}` : alternatives.map((alternative) => `\n  | ${alternative}`).join('');
}

/** A name of the document as the name of an argument. */
function toCamelCase(name: string): string {
  const camel = toCamel(name);
  return ['body', 'parameters', 'options', 'connection', 'operations'].includes(camel) || !/^[A-Za-z]/.test(camel)
    ? `own${toPascal(camel)}`
    : camel;
}

function formatBody(
  operation: OperationPlan,
  owner: string,
  types: TypeWriter,
  shapes: ShapeWriter,
): { readonly type: string; readonly optional: boolean } | undefined {
  const { input, kind } = operation;
  if (kind === 'issue token' || kind === 'revoke token') {
    return { type: /* not a message */ `{ readonly [field: string]: string | undefined }`, optional: false };
  }
  if (input === undefined || (operation.exchange?.requestTypes.length ?? 0) === 0) return undefined;
  const type = types.reserve(`${owner}Body`);
  if (input.kind !== 'object') {
    types.add(`export type ${type} = ${shapes.request(input)};`);
    return { type, optional: false };
  }
  const members = input.members.filter(({ unchanged }) => unchanged !== true);
  types.add(`export interface ${type} ${shapes.request({ ...input, members })}`);
  return { type, optional: members.every(({ required, default: value }) => !required || value !== undefined) };
}

function formatOptions(operation: OperationPlan): { readonly type: string; readonly required: boolean } {
  const { idempotency, preconditions } = operation;
  const headers = preconditions.map(({ header, required }) => ({
    name: header === 'If-Match' ? 'ifMatch' : 'ifNoneMatch',
    type: 'string',
    optional: !required,
  }));
  const parts = [
    'CallOptions',
    ...(idempotency === undefined ? [] : ['IdempotencyOptions']),
    ...(headers.length === 0 ? [] : [formatObjectType(headers, 1).replace(/\s+/g, ' ')]),
  ];
  return { type: parts.join(' & '), required: headers.some(({ optional }) => !optional) };
}

function formatDoc(plan: WholePlan, operation: OperationPlan): string {
  const { method, path, meaning, description, name } = operation;
  const wide = operation.responses.some(
    ({ shape }) => shape !== undefined && JSON.stringify(shape).includes('"int64"'),
  );
  const said = [meaning ?? '', ...(description ?? []).slice(0, 1).map(({ text }) => text)].filter(
    (text) => text !== '',
  );
  const lines = [
    `\`${method} ${plan.base.prefix}${path}\`: ${name}${said.length === 0 ? '.' : `: ${said.join(' ')}`}`,
    ...(wide || hasInt64(operation) ? ['64-bit integers beyond 2^53 lose digits in JavaScript numbers.'] : []),
  ];
  return lines.length === 1
    ? `  /** ${toDoc(lines[0]!)} */`
    : `  /**\n${lines.map((line) => `   * ${toDoc(line)}`).join('\n')}\n   */`;
}

function hasInt64({ parameters }: OperationPlan): boolean {
  return parameters.some(({ schema }) => schema !== undefined && isInt64(schema));
}

function formatOperation(
  plan: WholePlan,
  operation: OperationPlan,
  id: string,
  codes: ReadonlyMap<number, readonly (string | undefined)[]>,
): string {
  const { name, method, path, parameters, exchange, idempotency } = operation;
  const { responseTypes = [], refusalType = 'application/json' } = exchange ?? {};
  const version = nameVersion(plan, plan.version?.name);
  const headers = parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
  const type = findRequestType(operation);
  const shown = version.accept ?? responseTypes[0];
  const accept = [...new Set([...(shown === undefined ? [] : [shown]), refusalType])].join(', ');
  const list = (values: readonly (string | undefined)[]): string =>
    `[${values.map((value) => (value === undefined ? 'undefined' : quoteString(value))).join(', ')}]`;
  const statuses = [...codes].map(([status, values]) => `${status}: ${list(values)}`);
  const members = [
    `name: ${quoteString(name)}`,
    `method: ${quoteString(method)}`,
    `path: ${quoteString(`${plan.base.prefix}${version.prefix}${path}`)}`,
    ...(type === undefined ? [] : [`type: ${quoteString(type)}`]),
    `accept: ${quoteString(accept)}`,
    ...(headers.length === 0 ? [] : [`headers: ${list(headers)}`]),
    ...(idempotency === undefined ? [] : [`idempotency: ${quoteString(idempotency.header)}`]),
    `ok: [${[...new Set(operation.responses.map(({ status }) => status))].join(', ')}]`,
    `codes: { ${statuses.join(', ')} }`,
  ];
  return `${formatPropertyKey(id)}: {\n    ${members.join(',\n    ')},\n  }`;
}
