import type { FieldError } from '../../contracts/record.ts';
import { parsePointer } from '../../plan/fields/json-pointer.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import type { InputShape } from '../../plan/shape.ts';

/** Where in a request something is wrong. */
export interface FieldLocation {
  /** From the body down: the names of members and of keys in maps, and the numbers of items. */
  readonly steps: readonly (string | number)[];
  /** The innermost name of a field: what is wrong inside a list or a map is wrong with the field that holds it. */
  readonly name: string;
  /** The resource or object whose field it is, and the field. */
  readonly of?: { readonly holder: string; readonly field: string };
  /** The lines of the fields and the numbers of the items on the way: places compare as the document has them. */
  readonly order: readonly number[];
}

/** Finds the place of a problem in the body of an operation, or in its record. */
export type LocateField = (
  operation: string | undefined,
  fieldError: Pick<FieldError, 'pointer' | 'problem' | 'cases' | 'of'>,
) => FieldLocation;

/** The path of a place, `lines.0.text`. */
export function formatPath({ steps }: FieldLocation): string {
  return steps.join('.');
}

type Of = NonNullable<FieldLocation['of']>;
type Holders = Pick<Plan, 'resources' | 'objects' | 'unions' | 'operations'>;
type Field = { readonly schema: ValueSchema; readonly line: number };

/** The shape or schema at a location; `record` is the resource whose fields it may name. */
interface At {
  readonly shape?: InputShape | undefined;
  readonly record?: string | undefined;
}

interface Step {
  readonly kind: 'member' | 'item' | 'key';
  readonly of?: Of | undefined;
  /** For a field that is not of the record: its position in its object. */
  readonly at?: number;
  readonly inside?: At;
}

/** The operations of a plan, and the fields of its resources and objects, by their names. */
interface Known {
  readonly operations: ReadonlyMap<string, Holders['operations'][number]>;
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, Field>>;
  readonly cases: ReadonlyMap<string, readonly string[]>;
}

/** Makes what finds places by the operations, resources and objects of a plan. */
export function createFieldLocator(plan: Holders): LocateField {
  let made: Known | undefined;
  return (operation, { pointer = '', problem, cases = [], of: begins }) => {
    made ??= indexHolders(plan);
    const own = made.operations.get(operation ?? '');
    let at: At | undefined =
      begins === undefined ? { shape: own?.input, record: own?.resource } : { record: begins.holder };
    let name: string | undefined;
    let of: Of | undefined;
    const path: Path = { cases: [...cases], known: problem !== 'unknown' };
    const steps: (string | number)[] = [];
    const order: number[] = [];
    for (const word of parsePointer(pointer)) {
      const step: Step = at === undefined ? { kind: 'member' } : stepInto(made, at, word, path);
      const number = step.kind === 'item' ? Number(word) : undefined;
      steps.push(number ?? word);
      order.push(number ?? (step.kind === 'key' ? 0 : computeOrder(made, step)));
      if (step.kind === 'member') {
        name = word;
        of = step.of;
      }
      at = step.inside;
    }
    return { steps, name: name ?? '', order, ...(of === undefined ? {} : { of }) };
  };
}

function indexHolders({ operations, resources, objects, unions }: Holders): Known {
  const holders: readonly (readonly [string, readonly (Field & { readonly name: string })[]])[] = [
    ...resources.map(({ name, fields }) => [name, fields] as const),
    ...objects.map(({ name, members }) => [name, members] as const),
  ];
  return {
    operations: new Map(operations.map((operation) => [operation.name, operation])),
    fields: new Map(holders.map(([name, fields]) => [name, indexFieldsByLine(fields)])),
    cases: new Map(unions.map(({ name, cases }) => [name, cases.map(({ object }) => object)])),
  };
}

/** Indexes fields by line. One whose row is elsewhere, as in Changes, is placed right before the next. */
function indexFieldsByLine(fields: readonly (Field & { readonly name: string })[]): ReadonlyMap<string, Field> {
  let next = Number.POSITIVE_INFINITY;
  return new Map(
    fields.toReversed().map(({ name, schema, line }) => {
      next = Math.min(line, next - 1 / 1024);
      return [name, { schema, line: next }];
    }),
  );
}

interface Path {
  /** The objects that the unions on the way hold; those are taken out that a step goes through. */
  readonly cases: string[];
  /** Whether the Request contains the field; otherwise it is a field of the record. */
  readonly known: boolean;
}

function stepInto(known: Known, { shape, record }: At, word: string, path: Path): Step {
  if (shape?.kind === 'list') return { kind: 'item', inside: { shape: shape.item } };
  if (shape?.kind === 'value') return stepIntoValue(known, shape.schema, word, path);
  const members = shape?.kind === 'object' ? shape.members : [];
  const at = members.findIndex(({ name }) => name === word);
  if (at === -1) return record === undefined || !path.known ? { kind: 'member' } : stepIntoField(known, record, word);
  const { field, shape: inner } = members[at]!;
  if (field !== undefined && record !== undefined) {
    return { kind: 'member', of: { holder: record, field }, inside: { shape: inner } };
  }
  return { kind: 'member', of: inner.kind === 'value' ? inner.of : undefined, at, inside: { shape: inner, record } };
}

function stepIntoValue(known: Known, schema: ValueSchema, word: string, { cases }: Path): Step {
  if (schema.type === 'list') return { kind: 'item', inside: toValueTarget(schema.item) };
  if (schema.type === 'map') return { kind: 'key', inside: toValueTarget(schema.item) };
  if (schema.type !== 'named') return { kind: 'member' };
  const objects = known.cases.get(schema.name);
  const chosen = objects === undefined ? schema.name : cases.shift();
  const steps = (chosen === undefined ? objects! : [chosen]).map((holder) => stepIntoField(known, holder, word));
  return steps.find(({ of }) => of !== undefined) ?? { kind: 'member' };
}

function stepIntoField(known: Known, holder: string, word: string): Step {
  const field = known.fields.get(holder)?.get(word);
  return field === undefined
    ? { kind: 'member' }
    : { kind: 'member', of: { holder, field: word }, inside: toValueTarget(field.schema) };
}

function toValueTarget(schema: ValueSchema): At {
  return { shape: { kind: 'value', schema, line: 0 } };
}

/** Returns the line of a field; after the lines come the other fields of a Request, and last unknown fields. */
function computeOrder({ fields }: Known, { of, at }: Step): number {
  const line = of && fields.get(of.holder)?.get(of.field)?.line;
  return line ?? (at === undefined ? Number.POSITIVE_INFINITY : Number.MAX_SAFE_INTEGER / 2 + at);
}
