import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise, Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';

/** The values that a path gives, field by field, or the refusal where no record can have them, or a parent is not seen. */
export type PathValues = readonly unknown[] | Refusal;

/** Whether a path names nothing that the caller may know of. */
export function isNowhere(located: PathValues): located is Refusal {
  return !Array.isArray(located);
}

/** Works out what a path, or a Record line, says of the record: the value of each of `fields`. */
export interface Locator {
  (ctx: RequestContext): MaybePromise<PathValues>;
  readonly fields: readonly string[];
}

interface Place {
  readonly at: number;
  readonly field: string;
  /** How the parent is found, if the placeholder names one. */
  readonly parent?: {
    find(ctx: RequestContext, value: unknown): MaybePromise<Row | undefined>;
    /** The identity of what was found, if the path does not hold it. */
    readonly identityOf?: (row: Row) => unknown;
  };
  /** What is told where nothing has the value: of a parent, that it is its record that is not there. */
  readonly notFound: Refusal;
}

/** Makes the locator of an operation. */
export function createLocator(op: OperationContext): Locator {
  const { operation, code } = op;
  const places = listPathChecks(op);
  const fields = [
    ...(operation.record === undefined ? [] : [op.resource!.plan.identity]),
    ...places.map((place) => place.field),
  ];
  const attribute = operation.record?.split('.')[1];
  const parents = places.some((place) => place.parent !== undefined);
  const only = places[0];
  const notFound = createNotFound(op);
  if (places.length === 1 && !parents && attribute === undefined) {
    const read = code.path[only!.at]!;
    return Object.assign(
      (ctx: RequestContext): PathValues => {
        const value = read(ctx.pathValues[only!.at]!);
        return value === undefined ? notFound : [value];
      },
      { fields },
    );
  }
  const locate = (ctx: RequestContext): MaybePromise<PathValues> => {
    const values: unknown[] = [];
    if (attribute !== undefined) {
      const value = ctx.caller?.values[attribute];
      if (value === undefined) return notFound;
      values.push(value);
    }
    for (const { at, notFound: missing } of places) {
      const value = code.path[at]!(ctx.pathValues[at]!);
      if (value === undefined) return missing;
      values.push(value);
    }
    // A link is to a record that its path names by values of its own.
    return parents && ctx.linked === undefined
      ? withParents(ctx, places, values, values.length - places.length, 0)
      : values;
  };
  return Object.assign(locate, { fields });
}

/** Looks the parents up sequentially, and replaces the values that found them by their identities. */
function withParents(
  ctx: RequestContext,
  places: readonly Place[],
  values: unknown[],
  skip: number,
  from: number,
): MaybePromise<PathValues> {
  for (let i = from; i < places.length; i++) {
    const { parent, field, notFound } = places[i]!;
    if (parent === undefined) continue;
    const row = parent.find(ctx, values[skip + i]);
    const settle = (found: Row | undefined): boolean => {
      if (found === undefined) return false;
      const value = parent.identityOf?.(found) ?? values[skip + i];
      values[skip + i] = value;
      ctx.parents = { ...ctx.parents, [field]: value };
      return true;
    };
    if (row instanceof Promise) {
      return row.then((resolved) => (settle(resolved) ? withParents(ctx, places, values, skip, i + 1) : notFound));
    }
    if (!settle(row)) return notFound;
  }
  return values;
}

function listPathChecks(op: OperationContext): Place[] {
  const { operation, resource, compiled } = op;
  const notFound = createNotFound(op);
  const placeholders = operation.segments.flatMap((segment) => (segment.kind === 'placeholder' ? [segment] : []));
  return placeholders.flatMap((segment, at): Place[] => {
    if (segment.of === 'input') return [];
    if (segment.of === 'own') return [{ at, field: segment.field, notFound }];
    const schema = resource!.plan.fields.find((field) => field.name === segment.field)!.schema;
    if (schema.type !== 'ref') return [{ at, field: segment.field, notFound }];
    const other = compiled.resources.get(schema.resource)!;
    const { identity } = other.plan;
    const find = op.visible(schema.resource, segment.by ?? identity);
    const parent =
      segment.by === undefined ? { find } : { find, identityOf: (row: Row) => other.toRecord(row)[identity] };
    return [{ at, field: segment.field, parent, notFound: { ...notFound, resource: schema.resource } }];
  });
}

function createNotFound({ operation }: OperationContext): Refusal {
  return { condition: 'not found', line: operation.line };
}
