import type { Making } from '../../../contracts/operation-context.ts';
import type { Maybe, Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';

/** The values that a path gives, field by field, or the refusal where no record can have them, or a parent is not seen. */
export type Located = readonly unknown[] | Refusal;

/** Whether a path names nothing that the caller may know of. */
export function isNowhere(located: Located): located is Refusal {
  return !Array.isArray(located);
}

/** Works out what a path, or a Record line, says of the record: the value of each of `fields`. */
export interface Locator {
  (given: Given): Maybe<Located>;
  readonly fields: readonly string[];
}

interface Place {
  readonly at: number;
  readonly field: string;
  /** How the parent is found, where the place names one. */
  readonly parent?: {
    readonly identity: string;
    find(given: Given, value: unknown): Maybe<Row | undefined>;
    column: number;
  };
  /** What is told where nothing has the value: of a parent, that it is its record that is not there. */
  readonly notFound: Refusal;
}

/** Makes the locator of an operation. */
export function locator(making: Making): Locator {
  const { operation, code } = making;
  const places = placesOf(making);
  const fields = [
    ...(operation.record === undefined ? [] : [making.resource!.plan.identity]),
    ...places.map((place) => place.field),
  ];
  const attribute = operation.record?.split('.')[1];
  const parents = places.some((place) => place.parent !== undefined);
  const only = places[0];
  const notFound = notFoundOf(making);
  if (places.length === 1 && !parents && attribute === undefined) {
    const read = code.path[only!.at]!;
    return Object.assign(
      (given: Given): Located => {
        const value = read(given.pathValues[only!.at]!);
        return value === undefined ? notFound : [value];
      },
      { fields },
    );
  }
  const locate = (given: Given): Maybe<Located> => {
    const values: unknown[] = [];
    if (attribute !== undefined) {
      const value = given.caller?.values[attribute];
      if (value === undefined) return notFound;
      values.push(value);
    }
    for (const { at, notFound: missing } of places) {
      const value = code.path[at]!(given.pathValues[at]!);
      if (value === undefined) return missing;
      values.push(value);
    }
    return parents ? withParents(given, places, values, values.length - places.length, 0) : values;
  };
  return Object.assign(locate, { fields });
}

/** Looks the parents up one after the other, and puts their identities in the place of the values that found them. */
function withParents(
  given: Given,
  places: readonly Place[],
  values: unknown[],
  skip: number,
  from: number,
): Maybe<Located> {
  for (let i = from; i < places.length; i++) {
    const { parent, field, notFound } = places[i]!;
    if (parent === undefined) continue;
    const row = parent.find(given, values[skip + i]);
    const settle = (found: Row | undefined): boolean => {
      if (found === undefined) return false;
      values[skip + i] = found[parent.column];
      given.parents = { ...given.parents, [field]: found[parent.column] };
      return true;
    };
    if (row instanceof Promise) {
      return row.then((one) => (settle(one) ? withParents(given, places, values, skip, i + 1) : notFound));
    }
    if (!settle(row)) return notFound;
  }
  return values;
}

function placesOf(making: Making): Place[] {
  const { operation, resource, compiled } = making;
  const notFound = notFoundOf(making);
  const placeholders = operation.segments.flatMap((segment) => (segment.kind === 'placeholder' ? [segment] : []));
  return placeholders.flatMap((segment, at): Place[] => {
    if (segment.of === 'input') return [];
    if (segment.of === 'own') return [{ at, field: segment.field, notFound }];
    const schema = resource!.plan.fields.find((field) => field.name === segment.field)!.schema;
    if (schema.type !== 'ref') return [{ at, field: segment.field, notFound }];
    const other = compiled.resources.get(schema.resource)!;
    const { identity } = other.plan;
    const find = making.visible(schema.resource, segment.by ?? identity);
    const parent = { identity, find, column: making.columnOf(schema.resource, identity) };
    return [{ at, field: segment.field, parent, notFound: { ...notFound, resource: schema.resource } }];
  });
}

function notFoundOf({ operation }: Making): Refusal {
  return { condition: 'not found', line: operation.line };
}
