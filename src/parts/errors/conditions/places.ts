import type { Name } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import type { IdempotencyModel, OperationModel, PreconditionModel } from '../../endpoints/model.ts';
import type { LimitKind } from '../../limits/kinds/contract.ts';
import type { LimitModel } from '../../limits/model.ts';
import { isNotShown } from '../../not-shown.ts';
import type { Condition, Facts, Narrowing, ProducedAt } from './contract.ts';

/** What a condition that can happen to any operation may be narrowed to. */
export const anywhere: readonly Narrowing[] = ['operation', 'transition', 'resource'];

/** The place of a refusal that an operation gives. */
export function at(operation: OperationModel, more?: Partial<ProducedAt>): ProducedAt {
  const { text, verb, resource, code, standard } = operation.name;
  const moves = resource !== undefined && !code && standard === undefined && !ownVerbs.has(verb);
  return {
    operation: text,
    ...(moves ? { transition: `${verb} ${resource.value}` } : {}),
    ...present({ resource: resource?.value }),
    span: operation.span,
    ...more,
  };
}

const ownVerbs = new Set(['create', 'read', 'list', 'update', 'replace', 'delete']);

/** A condition that every operation can meet, as long as there is one. */
export function always(facts: Facts): ProducedAt[] {
  return facts.operations.map((operation) => at(operation));
}

/** The same places, and behind them the one of a request that is refused before an operation is found. */
export function andBefore(places: readonly ProducedAt[]): readonly ProducedAt[] {
  const [first] = places;
  return first === undefined ? [] : [...places, { span: first.span }];
}

/** The places; where no operation does it but code may, that of the resource. */
export function orByCode({ coded }: Facts, places: ProducedAt[], place: ProducedAt): ProducedAt[] {
  return places.length === 0 && coded ? [place] : places;
}

/** True when versions stand in the path: what is wrong with one is told before an operation is found. */
export function versionsInPath({ service }: Facts): boolean {
  return service.versioning.placements.some((placement) => placement.in.value === 'path');
}

/** The places of the operations whose Request states a body. */
export function withRequest(facts: Facts): ProducedAt[] {
  return facts.operations
    .filter(({ request }) => request !== undefined && !isNotShown(request))
    .map((operation) => at(operation));
}

/**
 * The places of the operations of the limits of a kind, each once for each code that a Beyond it names; `unreached` gives that of a
 * limit which no operation meets.
 */
export function limited(
  facts: Facts,
  { name: kind }: LimitKind,
  unreached?: (limit: LimitModel) => Partial<ProducedAt> | undefined,
): ProducedAt[] {
  const places = new Map<string, ProducedAt>();
  const targets = new Set<string>();
  for (const limit of facts.service.limits.limits) {
    if (limit.kind?.value !== kind || limit.value === undefined) continue;
    const code = limit.beyond?.value;
    // Many limits of the same operations are looked at once: a product of limits and operations would not be linear.
    const target = JSON.stringify([code, ...limit.appliesTo.map((name) => name.value)]);
    if (targets.has(target)) continue;
    targets.add(target);
    const more = { ...present({ named: code }), span: limit.span };
    const reached = facts.limited(limit);
    const alone = reached.length === 0 ? unreached?.(limit) : undefined;
    if (alone !== undefined) places.set(target, { ...more, ...alone });
    for (const operation of reached) {
      const key = `${code ?? ''} ${operation.name.text}`;
      if (!places.has(key)) places.set(key, at(operation, more));
    }
  }
  return [...places.values()];
}

/** The places of the operations that rows name, each once. */
function namedIn(facts: Facts, rows: readonly { readonly operations: readonly Name[] }[]): ProducedAt[] {
  const names = new Set(rows.flatMap((row) => row.operations.map((name) => name.value)));
  const operations = new Set([...names].flatMap((name) => facts.meant(name)));
  return [...operations].map((operation) => at(operation));
}

/** The condition that limits of a kind produce. */
export function ofLimit(kind: LimitKind, status: number, words: string): Condition {
  return {
    name: kind.condition,
    status,
    narrowedTo: anywhere,
    statuses: status >= 500 ? 'client or server' : 'client',
    produced: (facts) => limited(facts, kind),
    // A host has bounds of its own for the sizes and times of requests.
    ...(kind.counts === undefined ? {} : { needs: `a limit of kind \`${kind.name}\`` }),
    words,
  };
}

/** A condition that rows of one of these tables produce, all of them or those alone that refuse a request without the header. */
export function ofTable(
  table: 'idempotency' | 'preconditions',
  name: string,
  status: number,
  rows: 'all' | 'refused',
  words: string,
): Condition {
  return {
    name,
    status,
    narrowedTo: anywhere,
    statuses: 'client',
    produced: (facts) => {
      const stated: readonly (IdempotencyModel | PreconditionModel)[] = facts.service.endpoints[table];
      return namedIn(facts, rows === 'all' ? stated : stated.filter((row) => row.whenAbsent?.value === 'refused'));
    },
    needs: `a row of ${table === 'idempotency' ? 'Idempotency' : 'Preconditions'}${rows === 'all' ? '' : ' that says `refused`'}`,
    words,
  };
}

/** True when an operation works on one record that its path or its Record line names. */
export function namesRecord(operation: OperationModel): boolean {
  return operation.record !== undefined || hasPlaceholder(operation);
}

/** True when the path of an operation has a name in braces. */
export function hasPlaceholder(operation: OperationModel): boolean {
  return operation.path?.segments.some((segment) => segment.kind === 'placeholder') === true;
}
