import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { collectSentFields, type SentField } from '../../../plan/bodies/sent.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import { readPathValue } from '../../../plan/records/neighbours.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { InputShape } from '../../../plan/shape.ts';
import { formatOf } from '../formats/index.ts';

type Put = (hash: string) => void;

/** Collects the passwords in a value, each with what replaces it by its hash; nothing where its type holds none. */
type Collect = (value: unknown, put: Put, into: Found[]) => void;

interface Found {
  readonly password: string;
  readonly put: Put;
}

/** The hashes of the passwords that a replace was sent: its creation takes them inside the transaction. */
const hashed = new WeakMap<RequestContext, Map<string, string>>();

/**
 * Hashes the passwords that a request sends, before its transaction and off the main thread. Code is given them as they were
 * sent: it compares and hashes them itself.
 */
export function createHashing({ operation, passwords, plan, transform }: OperationContext): Step {
  const collect = operation.input === undefined ? undefined : createShapeCollector(plan, operation.input);
  const fields = listFieldCollectors(plan, operation.input);
  const older = transform === undefined ? [] : listFieldCollectors(transform.shown, transform.older.input);
  const parameters = operation.parameters.flatMap(({ name, mapsTo, schema }) => {
    const inner =
      mapsTo.kind === 'input' && schema !== undefined ? createSchemaCollector(plan, schema, new Map()) : undefined;
    return inner === undefined ? [] : [{ name: transform?.inputs.get(name) ?? name, collect: inner }];
  });
  const busy: Refusal = { condition: 'unavailable' };
  const findInBody = (ctx: RequestContext): Found[] => {
    const found: Found[] = [];
    collect?.(ctx.input, () => undefined, found);
    return found;
  };
  const find = (ctx: RequestContext): readonly Found[] => {
    const found = findInBody(ctx);
    const waiting = ctx.older?.sent?.fields;
    if (waiting !== undefined) for (const { field, collect } of older) collectField(waiting, field, collect, found);
    for (const { name, collect } of parameters) {
      collect(ctx.inputParameters[name], (hash) => setParameter(ctx, name, hash), found);
    }
    return found;
  };
  /** What was sent of the record is in the input too: there it was hashed. */
  const settle = (ctx: RequestContext): undefined => {
    for (const { field, path } of fields) {
      if (Object.hasOwn(ctx.fields, field)) ctx.fields[field] = readPathValue(ctx.input, path);
    }
  };
  if (operation.replaces === true) {
    return (ctx) => {
      // Parameters have their hashes. A password that the change of a version makes has none.
      for (const { password, put } of findInBody(ctx)) {
        const hash = hashed.get(ctx)?.get(password);
        if (hash === undefined) return busy;
        put(hash);
      }
      return settle(ctx);
    };
  }
  const keeps = operation.creation !== undefined;
  return async (ctx) => {
    const known = new Map<string, string>();
    if (keeps) hashed.set(ctx, known);
    for (const { password, put } of find(ctx)) {
      const hashing = passwords!.hash(password);
      if (hashing === 'busy') return busy;
      const hash = await hashing;
      known.set(password, hash);
      put(hash);
    }
    return settle(ctx);
  };
}

/** The fields of the record in which a Request may send passwords. */
function listFieldCollectors(plan: Plan, input: InputShape | undefined): readonly (SentField & { collect: Collect })[] {
  return collectSentFields(input).flatMap((field) => {
    const collect = createShapeCollector(plan, field.member.shape);
    return collect === undefined ? [] : [{ ...field, collect }];
  });
}

/** Whether a request of an operation may send passwords. */
export function sendsPasswords(
  plan: Types,
  { input, parameters }: Pick<OperationPlan, 'input' | 'parameters'>,
): boolean {
  if (input !== undefined && createShapeCollector(plan, input) !== undefined) return true;
  return parameters.some(
    ({ mapsTo, schema }) =>
      mapsTo.kind === 'input' && schema !== undefined && createSchemaCollector(plan, schema, new Map()) !== undefined,
  );
}

/** The types that a document names. */
type Types = Pick<Plan, 'objects' | 'unions'>;

function setParameter(ctx: RequestContext, name: string, value: string): void {
  ctx.inputParameters = { ...ctx.inputParameters, [name]: value };
  ctx.input = { ...ctx.input, [name]: value };
}

function createShapeCollector(plan: Types, shape: InputShape): Collect | undefined {
  switch (shape.kind) {
    case 'value':
      return createSchemaCollector(plan, shape.schema, new Map());
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

/** The collector of a type; `known` holds those of the objects that are being made, so that a type may hold itself. */
function createSchemaCollector(
  plan: Types,
  schema: ValueSchema,
  known: Map<string, Collect | undefined>,
): Collect | undefined {
  switch (schema.type) {
    case 'string':
      if (formatOf(schema)?.hashed !== true) return undefined;
      return (value, put, into) => {
        if (typeof value === 'string') into.push({ password: value, put });
      };
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
  if (known.has(name)) return (value, put, into) => known.get(name)?.(value, put, into);
  known.set(name, undefined);
  const union = plan.unions.find((candidate) => candidate.name === name);
  const names = union === undefined ? [name] : union.cases.map(({ object }) => object);
  const objects = plan.objects.filter((object) => names.includes(object.name));
  const members = objects.flatMap((object) =>
    object.members.map((member) => ({ name: member.name, collect: createSchemaCollector(plan, member.schema, known) })),
  );
  const made = createFieldCollector(members);
  known.set(name, made);
  return made;
}

function createItemCollector(collect: Collect | undefined): Collect | undefined {
  if (collect === undefined) return undefined;
  return (value, _put, into) => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) collectField(value, key, collect, into);
  };
}

function createFieldCollector(
  members: readonly { readonly name: string; readonly collect: Collect | undefined }[],
): Collect | undefined {
  const due = members.flatMap(({ name, collect }) => (collect === undefined ? [] : [{ name, collect }]));
  if (due.length === 0) return undefined;
  return (value, _put, into) => {
    if (typeof value !== 'object' || value === null) return;
    for (const { name, collect } of due) if (Object.hasOwn(value, name)) collectField(value, name, collect, into);
  };
}

function collectField(value: object, key: string, collect: Collect, into: Found[]): void {
  const holder = value as Record<string, unknown>;
  collect(
    holder[key],
    (hash) => {
      holder[key] = hash;
    },
    into,
  );
}
