import type { OperationModel } from '../../endpoints/model.ts';
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
    ...(resource === undefined ? {} : { resource: resource.value }),
    span: operation.span,
    ...more,
  };
}

const ownVerbs = new Set(['create', 'read', 'list', 'update', 'replace', 'delete']);

/** A condition that every operation can meet, as long as there is one. */
export function always(facts: Facts): ProducedAt[] {
  return facts.operations.map((operation) => at(operation));
}

/** The places of the operations whose Request states a body. */
export function withRequest(facts: Facts): ProducedAt[] {
  return facts.operations
    .filter(({ request }) => request !== undefined && !isNotShown(request))
    .map((operation) => at(operation));
}

/** The places of the operations of each limit of a kind, with the code that its Beyond it names. */
export function limited(facts: Facts, kind: string): ProducedAt[] {
  const limits = facts.service.limits.limits.filter((limit) => limit.kind?.value === kind && limit.value !== undefined);
  return limits.flatMap((limit) => {
    const named = limit.beyond === undefined ? {} : { named: limit.beyond.value };
    return facts.limited(limit).map((operation) => at(operation, { ...named, span: limit.span }));
  });
}

/** A condition that a limit of a kind produces. */
export function ofLimit(name: string, status: number, kind: string, words: string): Condition {
  return {
    name,
    status,
    narrowedTo: anywhere,
    statuses: status >= 500 ? 'client or server' : 'client',
    ofLimit: kind,
    produced: (facts) => limited(facts, kind),
    words,
  };
}

/** A condition that rows of the Idempotency table produce. */
export function ofIdempotency(name: string, status: number, onlyRefused: boolean, words: string): Condition {
  return {
    name,
    status,
    narrowedTo: anywhere,
    statuses: 'client',
    produced: (facts) =>
      facts.service.endpoints.idempotency
        .filter((row) => !onlyRefused || row.whenAbsent?.value === 'refused')
        .flatMap((row) => row.operations.flatMap((name) => facts.meant(name.value)))
        .map((operation) => at(operation)),
    words,
  };
}

/** A condition that rows of the Preconditions table produce. */
export function ofPreconditions(name: string, status: number, onlyRefused: boolean, words: string): Condition {
  return {
    name,
    status,
    narrowedTo: anywhere,
    statuses: 'client',
    produced: (facts) =>
      facts.service.endpoints.preconditions
        .filter((row) => !onlyRefused || row.whenAbsent?.value === 'refused')
        .flatMap((row) => row.operations.flatMap((name) => facts.meant(name.value)))
        .map((operation) => at(operation)),
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
