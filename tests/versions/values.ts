import fc from 'fast-check';
import type { Json, ValueSchema } from '../../src/plan/schema.ts';
import type { InputMember, InputShape } from '../../src/plan/shape.ts';
import type { InterfacePlan } from '../../src/plan/version.ts';

/** What stands in a generated request for a value that is known when it is sent. */
export type Later =
  /** The identity of a record that was created before, by its number. */
  | { readonly later: 'record'; readonly resource: string; readonly nth: number }
  /** The identity of the record that the path names. */
  | { readonly later: 'own' }
  /** What the last answer showed in a member of that record. */
  | { readonly later: 'seen'; readonly member: string };

export const isLater = (value: unknown): value is Later =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'later');

/** Values of members and parameters by their names, in place of those that types and constraints tell. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>;

type Types = Pick<InterfacePlan, 'objects' | 'unions'>;
type Schemas = (schema: ValueSchema, name: string) => fc.Arbitrary<unknown>;
type Members = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const words = ['a', 'b', 'c', 'long one', 'ä'];
const mistakes = fc.constantFrom<Json>(null, true, 7, -1, 2.5, '', 'x', 'a text of thirty-two characters.', [], {}, [
  'x',
]);
const formats: Readonly<Record<string, readonly string[]>> = {
  date: ['2029-12-31', '2030-02-01', '2031-01-01'],
  'date-time': ['2030-01-01T00:00:00Z', '2030-01-02T03:04:05Z'],
  email: ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'],
  uri: ['https://a.example.com/hook', 'https://b.example.com/hook'],
};

const often = <T>(good: fc.Arbitrary<T>, other: fc.Arbitrary<T>, of: number): fc.Arbitrary<T> =>
  fc.oneof({ weight: of, arbitrary: good }, { weight: 1, arbitrary: other });

/** Values of an interface. */
export interface Values {
  readonly value: Schemas;
  /** A body of a shape. */
  body(shape: InputShape): fc.Arbitrary<unknown>;
  /** A merge patch of a shape. */
  merge(shape: InputShape): fc.Arbitrary<unknown>;
  /** A JSON Patch of a shape. */
  patch(shape: InputShape): fc.Arbitrary<unknown>;
}

/** What is known of a document's values. */
export interface Known {
  readonly hints?: Hints;
  /** Members that no request takes away, and no JSON Patch tests. */
  readonly kept?: readonly string[];
}

/** Makes the values of an interface. With `names`, of which any may be unknown, a few of them are wrong; else none is. */
export function valuesOf(types: Types, { hints = {}, kept = [] }: Known, names?: readonly string[]): Values {
  const careless = <T>(good: fc.Arbitrary<T>, wrong: () => fc.Arbitrary<T>, of: number): fc.Arbitrary<T> =>
    names === undefined ? good : often(good, wrong(), of);
  const value: Schemas = (schema, name) => {
    const known = hints[name];
    if (known !== undefined) return known;
    const good = plain(schema, name);
    const all = schema.nullable === true ? often(good, fc.constant(null), 4) : good;
    return careless<unknown>(all, () => mistakes, 12);
  };
  const range = (schema: ValueSchema, unit: string): readonly [number, number] => {
    const found = schema.constraints?.find((constraint) => constraint.kind === 'range' && constraint.unit === unit);
    if (found?.kind !== 'range') return unit === 'value' ? [-3, 9] : [0, 3];
    const from = Number(found.from ?? (unit === 'value' ? -3 : 0));
    return [from, Math.min(Number(found.to ?? Number.POSITIVE_INFINITY), from + (unit === 'value' ? 99 : 3))];
  };
  const plain: Schemas = (schema, name) => {
    switch (schema.type) {
      case 'string':
        if (schema.format?.name === 'uuid') return fc.constant<Later>({ later: 'own' });
        return fc.constantFrom(...(formats[schema.format?.name ?? ''] ?? words));
      case 'integer':
      case 'number': {
        const [min, max] = range(schema, 'value');
        const number = fc.integer({ min, max });
        return schema.format?.name === 'int64' ? number.map(String) : number;
      }
      case 'boolean':
        return fc.boolean();
      case 'choice':
        return fc.constantFrom(...schema.values);
      case 'ref':
        return recordOf(schema.resource);
      case 'list': {
        const [minLength, maxLength] = range(schema, 'items');
        return fc.array(value(schema.item, name), { minLength, maxLength });
      }
      case 'map':
        return fc.dictionary(fc.constantFrom('home', 'work', 'a/b'), value(schema.item, name), { maxKeys: 3 });
      case 'named':
        return named(schema.name, false);
      default:
        return fc.constantFrom<Json>({}, { a: 1 }, { b: ['x'] });
    }
  };
  const membersOf = (name: string): readonly { name: string; required: boolean; schema: ValueSchema }[] =>
    types.objects.find((candidate) => candidate.name === name)!.members;
  /** An object or union; `part`: what a merge patch says of it. */
  const named = (name: string, part: boolean): fc.Arbitrary<unknown> => {
    const union = types.unions.find((candidate) => candidate.name === name);
    if (union === undefined) return object(name, part);
    return fc.oneof(
      ...union.cases.map(({ tag, object: inside }) =>
        object(inside, part).map((body) => ({ ...(body as object), [union.tag]: tag })),
      ),
    );
  };
  const object = (name: string, part: boolean): fc.Arbitrary<unknown> => {
    const all = membersOf(name);
    const made: Members = Object.fromEntries(
      all.map((field) => [field.name, part ? change(field.schema, field.name) : value(field.schema, field.name)]),
    );
    return record(made, part ? [] : all.filter(({ required }) => required).map((field) => field.name));
  };
  /** Members of an object: those that are required are there as a rule, and seldom one is sent that is unknown. */
  const record = (made: Members, required: readonly string[]): fc.Arbitrary<unknown> => {
    const good = fc.record(made as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [...required] });
    const gap = () => fc.record(made as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
    const more = () =>
      fc
        .tuple(good, fc.constantFrom(...names!), mistakes)
        .map(([body, name, wrong]) => (Object.hasOwn(body, name) ? body : { ...body, [name]: wrong }));
    return careless<unknown>(good, () => fc.oneof(gap(), more()), 12);
  };
  /** What a merge patch says of a value. */
  const change: Schemas = (schema, name) => {
    const whole = often(value(schema, name), fc.constant(null), 6);
    if (hints[name] !== undefined) return value(schema, name);
    if (schema.type === 'named') return fc.oneof(whole, named(schema.name, true));
    if (schema.type !== 'map') return whole;
    return fc.oneof(
      whole,
      fc.dictionary(fc.constantFrom('home', 'work', 'a/b'), change(schema.item, name), { maxKeys: 2 }),
    );
  };
  const shaped = (shape: InputShape, name: string, of: Schemas, part: boolean): fc.Arbitrary<unknown> => {
    if (shape.kind === 'literal') return fc.constant(shape.value);
    if (shape.kind === 'value') return of(shape.schema, name);
    if (shape.kind === 'list') return fc.array(shaped(shape.item, name, of, part), { maxLength: 3 });
    const made = Object.fromEntries(
      shape.members.map((member) => [
        member.name,
        member.unchanged === true
          ? careless<unknown>(fc.constant<Later>({ later: 'seen', member: member.name }), () => mistakes, 9)
          : shaped(member.shape, member.name, of, part),
      ]),
    );
    return record(
      made,
      part ? [] : shape.members.filter(({ required }) => required).map(({ name: fieldName }) => fieldName),
    );
  };
  const isKept = (path: string): boolean => kept.includes(path.slice(1));
  const patch = (shape: InputShape): fc.Arbitrary<unknown> => {
    const members = shape.kind === 'object' ? shape.members : [];
    const into = (path: string, schema: ValueSchema, name: string): fc.Arbitrary<Place> => {
      const here = fc.constant({ path, value: value(schema, name) });
      const deeper = insides(schema, name).map(([key, inside, called]) => into(`${path}/${key}`, inside, called));
      return deeper.length === 0 ? here : fc.oneof({ weight: 2, arbitrary: here }, ...deeper);
    };
    const place = (path: string, { shape: fieldShape, name }: InputMember): fc.Arbitrary<Place> => {
      if (fieldShape.kind === 'value') return into(path, fieldShape.schema, name);
      if (fieldShape.kind !== 'object') return fc.constant({ path, value: mistakes });
      return fc.oneof(...fieldShape.members.map((member) => place(`${path}/${member.name}`, member)));
    };
    const places = fc.oneof(...members.map((member) => place(`/${member.name}`, member)));
    const set = fc.constantFrom('add', 'replace', 'test');
    const operation = fc.oneof(
      {
        weight: 5,
        arbitrary: places.chain(({ path, value: sample }) =>
          fc.record({ op: isKept(path) ? fc.constant('add') : set, path: fc.constant(path), value: sample }),
        ),
      },
      { weight: 1, arbitrary: places.map(({ path }) => ({ op: isKept(path) ? 'test' : 'remove', path })) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('move', 'copy'), places, places)
          .map(([op, from, to]) => ({ op: isKept(from.path) ? 'copy' : op, from: from.path, path: to.path })),
      },
    );
    return fc.array(operation, { minLength: 1, maxLength: 3 });
  };
  const insides = (schema: ValueSchema, name: string): readonly (readonly [string, ValueSchema, string])[] => {
    if (schema.type === 'list') return ['0', '1', '-'].map((key) => [key, schema.item, name] as const);
    if (schema.type === 'map') return ['home', 'work', 'a~1b'].map((key) => [key, schema.item, name] as const);
    if (schema.type !== 'named') return [];
    const union = types.unions.find((candidate) => candidate.name === schema.name);
    const objects = union === undefined ? [schema.name] : union.cases.map(({ object: objectName }) => objectName);
    const all = objects.flatMap((candidate) =>
      membersOf(candidate).map((member) => [member.name, member.schema, member.name] as const),
    );
    return union === undefined ? all : [...all, [union.tag, { type: 'string' }, union.tag]];
  };
  return {
    value,
    body: (shape) => shaped(shape, '', value, false),
    merge: (shape) => shaped(shape, '', change, true),
    patch,
  };
}

interface Place {
  readonly path: string;
  readonly value: fc.Arbitrary<unknown>;
}

/** The identity of one of the records of a resource; seldom of one that is not there. */
export function recordOf(resource: string): fc.Arbitrary<Later> {
  const nth = fc.oneof({ weight: 30, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.constant(none) });
  return nth.map((number): Later => ({ later: 'record', resource, nth: number }));
}

/** The number of a record that is not there. */
export const none = 99;
