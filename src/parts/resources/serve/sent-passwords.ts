import { findHolders } from '../../../plan/bodies/holders.ts';
import { collectSentFields, type SentField } from '../../../plan/bodies/sent.ts';
import { encodePointerStep } from '../../../plan/fields/json-pointer.ts';
import { listObjects } from '../../../plan/fields/named-types.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { InputShape } from '../../../plan/shape.ts';
import { memo } from '../../../text/memo.ts';
import { formatOf } from '../formats/index.ts';

type Put = (hash: string) => void;

/** Collects the passwords in a value, each with what replaces it by its hash; nothing where its type holds none. */
export type Collect = (value: unknown, put: Put, into: FoundPassword[], pointer: string) => void;

/** A password in a value, and where it is. */
export interface FoundPassword {
  readonly password: string;
  readonly put: Put;
  readonly pointer: string;
}

/** The fields of the record in which a Request may send passwords. */
export function listFieldCollectors(
  plan: Types,
  input: InputShape | undefined,
): readonly (SentField & { collect: Collect })[] {
  return collectSentFields(input).flatMap((field) => {
    const collect = createShapeCollector(plan, field.member.shape);
    return collect === undefined ? [] : [{ ...field, collect }];
  });
}

/** Creates what returns the pointers of the passwords in a body. */
export function createPasswordLister(
  plan: Types,
  input: InputShape | undefined,
): (body: unknown) => ReadonlySet<string> {
  const collect = input && createShapeCollector(plan, input);
  if (collect === undefined) return () => none;
  return (body) => {
    const found: FoundPassword[] = [];
    collect(body, () => undefined, found, '');
    return new Set(found.map(({ pointer }) => pointer));
  };
}

const none: ReadonlySet<string> = new Set();

/** Whether a request of an operation may send passwords. */
export function sendsPasswords(
  plan: Types,
  { input, parameters }: Pick<OperationPlan, 'input' | 'parameters'>,
): boolean {
  if (input !== undefined && createShapeCollector(plan, input) !== undefined) return true;
  return parameters.some(
    ({ mapsTo, schema }) =>
      mapsTo.kind === 'input' && schema !== undefined && createSchemaCollector(plan, schema) !== undefined,
  );
}

/** The types that a document names. */
export type Types = Pick<Plan, 'objects' | 'unions'>;

/** Creates the collector of a shape; undefined where it takes no password. */
export function createShapeCollector(plan: Types, shape: InputShape): Collect | undefined {
  switch (shape.kind) {
    case 'value':
      return createSchemaCollector(plan, shape.schema);
    case 'list':
      return createItemCollector(createShapeCollector(plan, shape.item));
    case 'object':
      return createFieldCollector(
        shape.members.map(({ name, shape: inner }) => ({ name, collect: createShapeCollector(plan, inner) })),
      );
    default:
      return undefined;
  }
}

const collectHolders = memo((types: Types) => findHolders(types, isPassword));

const collectPassword: Collect = (value, put, into, pointer) => {
  if (typeof value === 'string') into.push({ password: value, put, pointer });
};

function isPassword(schema: ValueSchema): boolean {
  return schema.type === 'string' && formatOf(schema)?.hashed === true;
}

/** The collector of a type; `known` holds those of the objects that are being made, so that a type may hold itself. */
export function createSchemaCollector(
  plan: Types,
  schema: ValueSchema,
  known = new Map<string, Collect | undefined>(),
): Collect | undefined {
  switch (schema.type) {
    case 'string':
      return isPassword(schema) ? collectPassword : undefined;
    case 'list':
    case 'map':
      return createItemCollector(createSchemaCollector(plan, schema.item, known));
    case 'named':
      return createNamedCollector(plan, schema.name, known);
    default:
      return undefined;
  }
}

function createNamedCollector(plan: Types, name: string, known: Map<string, Collect | undefined>): Collect | undefined {
  // A type that is being made has no collector yet, whether it takes a password or not.
  if (!collectHolders(plan).has(name)) return undefined;
  const before = known.get(name);
  if (before !== undefined) return before;
  const seen = new WeakMap<readonly FoundPassword[], WeakSet<object>>();
  let members: Collect | undefined;
  const collect: Collect = (value, put, into, pointer) => {
    if (typeof value !== 'object' || value === null) return;
    // Objects of a union may have members of one name: their values are looked through once for each type.
    const visited = seen.get(into) ?? new WeakSet();
    seen.set(into, visited);
    if (visited.has(value)) return;
    visited.add(value);
    members?.(value, put, into, pointer);
  };
  known.set(name, collect);
  members = createFieldCollector(
    listObjects(plan, name).flatMap((object) =>
      object.members.map((member) => ({
        name: member.name,
        collect: createSchemaCollector(plan, member.schema, known),
      })),
    ),
  );
  return collect;
}

function createItemCollector(collect: Collect | undefined): Collect | undefined {
  if (collect === undefined) return undefined;
  return (value, _put, into, pointer) => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) collectField(value, key, collect, into, pointer);
  };
}

function createFieldCollector(
  members: readonly { readonly name: string; readonly collect: Collect | undefined }[],
): Collect | undefined {
  const named = members.flatMap(({ name, collect }) => (collect === undefined ? [] : [{ name, collect }]));
  const due = named.filter(
    ({ name, collect }, at) => named.findIndex((one) => one.name === name && one.collect === collect) === at,
  );
  if (due.length === 0) return undefined;
  return (value, _put, into, pointer) => {
    if (typeof value !== 'object' || value === null) return;
    for (const { name, collect } of due)
      if (Object.hasOwn(value, name)) collectField(value, name, collect, into, pointer);
  };
}

/** Collects the passwords in a member of a value that is at the pointer. */
export function collectField(value: object, key: string, collect: Collect, into: FoundPassword[], pointer = ''): void {
  const holder = value as Record<string, unknown>;
  collect(
    holder[key],
    (hash) => {
      holder[key] = hash;
    },
    into,
    `${pointer}/${encodePointerStep(key)}`,
  );
}
