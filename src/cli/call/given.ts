import { createBody } from '../../describe/examples/body.ts';
import { toPlaceholderName, type WireParameter } from '../../describe/wire/parameters.ts';
import { CommandError } from '../../operator/command-error.ts';
import { listObjects } from '../../plan/fields/named-types.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Json } from '../../plan/schema.ts';
import type { InputMember, InputShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { findNearest } from '../../text/nearest.ts';
import { setOwn } from '../../text/own-property.ts';
import { createValueError, readValue, requireLast, type ValueContext } from './values.ts';
import type { GivenWord } from './words.ts';

/** The values and files of a call. */
export interface Given {
  /** The values of parameters by name, and the body by the name `body`. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The paths of the files that are sent, by the path of their member. */
  readonly files: ReadonlyMap<string, string>;
  /** The values that the call filled in, in words. */
  readonly notes: readonly string[];
}

/** An operation, and the names that the words of its call can have. */
interface Target {
  readonly plan: WholePlan;
  readonly operation: OperationPlan;
  readonly parameters: readonly WireParameter[];
  readonly context: ValueContext;
  /** Milliseconds since 1970: dates of examples are later. */
  readonly now: number;
}

/**
 * Assigns the words of a call to the parameters of its operation, and to members of its body. A placeholder of the path that no word names is
 * the last record; a required Idempotency-Key is a new one. Throws a `CommandError` for a name that the operation does not have.
 */
export function assignWords(target: Target, words: readonly GivenWord[], whole: unknown): Given {
  const { parameters } = target;
  const args: Record<string, unknown> = {};
  const files = new Map<string, string>();
  let body = whole;
  for (const { path, text } of words) {
    const name = path.join('.');
    const parameter = findParameter(parameters, name);
    if (parameter !== undefined) {
      setOwn(args, parameter.name, readParameter(target, parameter, text));
      continue;
    }
    const shape = findShape(target, path);
    if (shape === undefined) throw createUnknownError(target, name);
    if (shape.kind === 'value' && shape.schema.type === 'file') {
      if (!/^@[^@]/.test(text)) throw createValueError(name, `it is a file. Write ${name}=@PATH.`);
      files.set(name, text.slice(1));
      continue;
    }
    body = place(body, path, readItem(target, { path, text }, shape), shape);
  }
  const notes = fillIn(target, args);
  return { args: body === undefined ? args : { ...args, body }, files, notes };
}

function findParameter(parameters: readonly WireParameter[], name: string): WireParameter | undefined {
  const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();
  return parameters.find((parameter) =>
    parameter.in === 'header'
      ? same(parameter.name, name)
      : parameter.name === (parameter.in === 'path' ? toPlaceholderName(name) : name),
  );
}

function readParameter({ context, operation }: Target, { name, in: place }: WireParameter, text: string): string {
  if (text.startsWith('@@')) return text.slice(1);
  if (text !== '@last') return text;
  const resource = place === 'path' ? findNamedResource(context, operation, name) : undefined;
  if (resource === undefined)
    throw createValueError(name, '@last stands for a record, but the parameter does not name one.');
  return requireLast(context, name, resource);
}

/** Returns the resource of the record whose identity a placeholder is. */
function findNamedResource(
  { plan }: ValueContext,
  { segments, resource }: OperationPlan,
  placeholder: string,
): string | undefined {
  for (const segment of segments) {
    if (segment.kind === 'fixed' || toPlaceholderName(segment.name) !== placeholder || segment.by !== undefined)
      continue;
    const own = plan.resources.find(({ name }) => name === resource);
    if (segment.of === 'own' && segment.field === own?.identity) return resource;
    const field = own?.fields.find(({ name }) => name === segment.field);
    return field?.schema.type === 'ref' ? field.schema.resource : undefined;
  }
  return undefined;
}

/** Fills in the placeholders of the path, and the key of a request that must have one. Returns what it did. */
function fillIn({ operation, parameters, context }: Target, args: Record<string, unknown>): readonly string[] {
  return parameters.flatMap(({ name, in: place, required }): readonly string[] => {
    if (!required || Object.hasOwn(args, name)) return [];
    if (place === 'path') {
      const resource = findNamedResource(context, operation, name);
      if (resource === undefined) throw createValueError(name, `it is required. Write ${name}=….`);
      setOwn(args, name, requireLast(context, name, resource));
      return [`${name}=${String(args[name])}, the last ${resource}`];
    }
    if (name !== operation.idempotency?.header) return [];
    setOwn(args, name, crypto.randomUUID());
    return [`${name}=${String(args[name])}`];
  });
}

function readItem(target: Target, { path, text }: GivenWord, shape: InputShape): unknown {
  const name = path.join('.');
  if (text === '@example') return createExample(target, shape, path);
  const item = findItem(shape);
  // One item, or the whole list as JSON.
  if (item === undefined || text.startsWith('[')) return readValue(target.context, name, text, shape);
  return [readValue(target.context, name, text, item)];
}

function createExample({ plan, operation, context, now }: Target, shape: InputShape, path: readonly string[]): Json {
  const identity = (resource: string): string | undefined => context.last(resource);
  const around: InputShape = {
    kind: 'object',
    members: [{ name: path.at(-1)!, required: true, shape }],
    line: shape.line,
  };
  const body = createBody({ plan, now, index: 0, identity }, around, { resource: operation.resource });
  const value = (body as Readonly<Record<string, Json>> | undefined)?.[path.at(-1)!];
  if (value === undefined) throw createValueError(path.join('.'), 'no example can be created for it. State a value.');
  return value;
}

/** Returns the shape of a member of the body; undefined if the body has none. */
function findShape({ plan, operation }: Target, path: readonly string[]): InputShape | undefined {
  let shape: InputShape | undefined = operation.input;
  for (const name of path) shape = shape && listMembers(plan, shape).find((member) => member.name === name)?.shape;
  return shape;
}

/** Lists the members of a value: the members of its shape in the Request, or of the object that the Request names. */
export function listMembers(plan: WholePlan, shape: InputShape): readonly InputMember[] {
  if (shape.kind === 'object') return shape.members.filter(({ ignored }) => ignored !== true);
  if (shape.kind !== 'value' || shape.schema.type !== 'named') return [];
  return listObjects(plan, shape.schema.name).flatMap(({ members }) =>
    members.map(
      ({ name, schema, required }): InputMember => ({
        name,
        required: required === true,
        shape: { kind: 'value', schema, line: shape.line },
      }),
    ),
  );
}

function findItem(shape: InputShape): InputShape | undefined {
  if (shape.kind === 'list') return shape.item;
  if (shape.kind !== 'value' || shape.schema.type !== 'list') return undefined;
  return { kind: 'value', schema: shape.schema.item, line: shape.line };
}

/** Puts a value into a body, and adds an item to a list that has some already. */
function place(body: unknown, path: readonly string[], value: unknown, shape: InputShape): unknown {
  const root: Record<string, unknown> = isObject(body) ? body : {};
  let holder = root;
  for (const name of path.slice(0, -1)) {
    const inner = Object.hasOwn(holder, name) && isObject(holder[name]) ? holder[name] : {};
    setOwn(holder, name, inner);
    holder = inner;
  }
  const name = path.at(-1)!;
  const before = Object.hasOwn(holder, name) ? holder[name] : undefined;
  const isMore = findItem(shape) !== undefined && Array.isArray(before) && Array.isArray(value);
  setOwn(holder, name, isMore ? [...before, ...value] : value);
  return root;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function createUnknownError({ plan, operation, parameters }: Target, name: string): CommandError {
  const members = operation.input === undefined ? [] : listMembers(plan, operation.input).map((member) => member.name);
  const named = parameters.filter(({ in: place, stated }) => place !== 'header' || stated !== undefined);
  const known = [...new Set([...named.map((parameter) => parameter.name), ...members])];
  const near = findNearest(name, new Set(known));
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const list = known.length === 0 ? 'It takes no values.' : `It takes ${known.join(', ')}.`;
  return new CommandError(`${operation.name} takes no ${name}.${hint} ${list}`);
}
