import fc from 'fast-check';
import type { OperationPlan, ParameterPlan } from '../../src/plan/operation.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { type Known, type Later, recordOf, valuesOf } from './values.ts';

/** A generated request; a `Later` stands for what is known only when it is sent. */
export interface Sent {
  readonly operation: string;
  readonly method: string;
  readonly path: readonly (string | Later)[];
  readonly query: readonly (readonly [name: string, value: string | Later])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Goes on behind the last page of this operation. */
  readonly follows?: true;
  /** The entity tag that If-Match names: the last one of the record, the first one, or one of another record. */
  readonly match?: 'last' | 'first' | 'other';
}

/** How the requests of a document are generated. */
export interface Asking extends Known {
  /** How often an operation is sent, by its name; 2 if left out, 0: never. */
  readonly weights?: Readonly<Record<string, number>>;
}

const jsonPatch = 'application/json-patch+json';

/** Generates requests for the operations of `older`, one in four with mistakes, and seldom one that only `newer` has. */
export function anyRequest(older: Plan, newer: Plan, asking: Asking): fc.Arbitrary<Sent> {
  const { weights = {} } = asking;
  const names = [...new Set([...namesOf(newer), ...namesOf(older)])];
  const requests = (plan: Plan, weight: (name: string) => number) =>
    plan.operations
      .filter(({ kind, name }) => kind !== 'stream events' && kind !== 'issue token' && weight(name) > 0)
      .flatMap((operation) => [
        { weight: 3 * weight(operation.name), arbitrary: requestOf(plan, operation, asking) },
        { weight: weight(operation.name), arbitrary: requestOf(plan, operation, asking, names) },
      ]);
  const weightOf = (name: string): number => 10 * (weights[name] ?? (name.startsWith('delete ') ? 0.5 : 2));
  return fc.oneof(...requests(older, weightOf), ...requests(newer, (name) => Math.min(1, weightOf(name))));
}

/** Creations of the resources of a plan: what a sequence begins with. */
export function beginning(plan: Plan, asking: Asking): fc.Arbitrary<readonly Sent[]> {
  const { weights = {} } = asking;
  const refers = ({ resource }: OperationPlan): boolean =>
    plan.resources.find(({ name }) => name === resource)!.fields.some(({ schema }) => schema.type === 'ref');
  const creates = plan.operations
    .filter(({ kind, name }) => kind === 'create' && weights[name] !== 0)
    .toSorted((left, right) => Number(refers(left)) - Number(refers(right)));
  return fc.tuple(...creates.map((operation) => requestOf(plan, operation, asking)));
}

function namesOf({ resources, objects }: Plan): readonly string[] {
  return [...resources.flatMap(({ fields }) => fields), ...objects.flatMap(({ members }) => members)].map(
    ({ name }) => name,
  );
}

function requestOf(plan: Plan, operation: OperationPlan, known: Known, names?: readonly string[]): fc.Arbitrary<Sent> {
  const values = valuesOf(plan, known, names);
  const { input, kind, name, method, resource } = operation;
  const path = fc.tuple(
    ...operation.segments.map((segment): fc.Arbitrary<string | Later> => {
      if (segment.kind === 'fixed') return fc.constant(segment.text);
      const field = plan.resources
        .find((known) => known.name === resource)
        ?.fields.find((f) => f.name === segment.field);
      const of = segment.of === 'parent' && field?.schema.type === 'ref' ? field.schema.resource : (resource ?? '');
      return recordOf(of);
    }),
  );
  const body = ((): fc.Arbitrary<readonly [body: unknown, type?: string]> => {
    if (input === undefined) return fc.constant([undefined]);
    const plain = values.body(input).map((payload) => [payload] as const);
    if (kind !== 'update') return plain;
    const merge = values.merge(input).map((payload) => [payload] as const);
    if (!plan.media.request.includes(jsonPatch)) return merge;
    return fc.oneof(
      { weight: 3, arbitrary: merge },
      { weight: 3, arbitrary: values.patch(input).map((payload) => [payload, jsonPatch] as const) },
    );
  })();
  const asked = operation.parameters.flatMap((parameter) => {
    const value = parameterValue(parameter, values.value, names !== undefined);
    return value === undefined ? [] : [{ ...parameter, value }];
  });
  const query = optional(
    asked.filter((parameter) => parameter.in === 'query'),
    names !== undefined,
  );
  const headers = optional(
    asked.filter((parameter) => parameter.in === 'header'),
    false,
  ).map((all) => Object.fromEntries(all));
  const key = operation.idempotency?.header;
  const own = fc.record(
    { ...(key === undefined ? {} : { [key]: fc.constantFrom('"one"', '"two"') }) },
    { requiredKeys: operation.idempotency?.required ? [key!] : [] },
  );
  const changes = kind === 'update' || kind === 'replace' || kind === 'delete';
  const match = changes
    ? fc.constantFrom('last' as const, undefined, undefined, undefined, 'first' as const, 'other' as const)
    : fc.constant(undefined);
  const follows =
    kind === 'list' || kind === 'list events'
      ? fc.constantFrom(true as const, undefined, undefined)
      : fc.constant(undefined);
  return fc
    .tuple(path, body, query, headers, own, match, follows)
    .map(([at, [content, type], asks, sent, more, tag, next]) => ({
      operation: name,
      method,
      path: at,
      query: asks as Sent['query'],
      headers: { ...sent, ...more, ...(type === undefined ? {} : { 'Content-Type': type }) } as Record<string, string>,
      ...(content === undefined ? {} : { body: content }),
      ...(tag === undefined ? {} : { match: tag }),
      ...(next === undefined ? {} : { follows: next }),
    }));
}

type Asks = ParameterPlan & { readonly value: fc.Arbitrary<unknown> };

function optional(
  parameters: readonly Asks[],
  careless: boolean,
): fc.Arbitrary<readonly (readonly [string, unknown])[]> {
  const each = parameters.map(({ name, required, value }) => {
    const given = value.map((sample) => [[name, sample] as const]);
    const none = fc.constant<(readonly [string, unknown])[]>([]);
    if (required) return careless ? fc.oneof({ weight: 9, arbitrary: given }, none) : given;
    return fc.oneof(given, { weight: 3, arbitrary: none });
  });
  const unknown = fc.constantFrom([], [['unknown', '1'] as const]);
  return fc.tuple(...each, ...(careless ? [unknown] : [])).map((all) => all.flat());
}

function parameterValue(
  { name, mapsTo: means, schema }: ParameterPlan,
  value: ReturnType<typeof valuesOf>['value'],
  careless: boolean,
): fc.Arbitrary<unknown> | undefined {
  const text = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    arbitrary.map((held) => (typeof held === 'object' && held !== null && 'later' in held ? held : String(held)));
  const some = (good: readonly string[], ...wrong: readonly string[]): fc.Arbitrary<string> =>
    fc.constantFrom(...good, ...(careless ? wrong : []));
  switch (means.kind) {
    case 'sort':
      return some(
        means.fields.flatMap((field) => [field, `-${field}`]),
        'unknown',
      );
    case 'search':
      return fc.constantFrom('a', 'long', 'one a', '');
    case 'page size':
      return some(['1', '2', '3'], '9', '0', 'x');
    case 'cursor':
      return undefined;
    case 'expand':
      return some([...means.fields, means.fields.join(',')], 'unknown', `${means.fields[0]},unknown`);
    case 'fields':
      return some(['id'], 'id,unknown');
    case 'total':
      return some(['true', 'false'], 'x');
    case 'filter': {
      const filterValue = text(value(schema!, name));
      if (means.operator !== 'in') return filterValue;
      return fc.array(filterValue, { minLength: 1, maxLength: 3 }).map((all) => all.join(','));
    }
    default:
      return schema === undefined ? fc.constantFrom('1', '2', 'x') : text(value(schema, name));
  }
}
