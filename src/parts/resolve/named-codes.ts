import { operationKinds } from '../../plan/kinds.ts';
import { memo } from '../../text/memo.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { findOperationKind } from '../endpoints/operations/index.ts';
import { findCondition, getGapStatus } from '../errors/conditions/index.ts';
import type { CodeModel } from '../errors/model.ts';
import { limitKind } from '../limits/kinds/index.ts';
import { isNotShown } from '../not-shown.ts';
import type { Service } from '../service.ts';
import { createOperationNames, isCustom } from './operation-names.ts';

/** A place at which a refusal can happen, and all that a Condition may be narrowed to there. */
export interface RefusalSite {
  readonly name: string;
  readonly narrowings: readonly string[];
}

/** The place that a code leaves out of those at which a cell names it; without one it answers other conditions. */
export interface Misfit {
  readonly leftOut?: string;
}

/**
 * Says how a code does not fit a cell that names it by a condition: it has no Condition, or one of that kind which covers each of the
 * places. They are asked for only where its conditions are narrowed, once for each name of them.
 */
export function explainCodeMismatch(
  service: Service,
  code: string,
  condition: string,
  places: { readonly of: string; all(): readonly RefusalSite[] },
): Misfit | undefined {
  const row = indexCodes(service).get(code);
  if (row === undefined || row.conditions.length === 0) return undefined;
  const fitting = row.conditions.filter(({ name }) => name.value === condition);
  if (fitting.length === 0) return {};
  if (fitting.some(({ on }) => on === undefined)) return undefined;
  const known = leftOut(service);
  const key = JSON.stringify([code, condition, places.of]);
  if (!known.has(key)) {
    const covered = new Set(fitting.map(({ on }) => on?.value));
    known.set(key, places.all().find(({ narrowings }) => !narrowings.some((name) => covered.has(name)))?.name);
  }
  const left = known.get(key);
  return left === undefined ? undefined : { leftOut: left };
}

const leftOut = memo((_service: Service): Map<string, string | undefined> => new Map());

/** The place of an operation. */
export function createOperationSite({ name, replaces }: OperationModel): RefusalSite {
  const { text, resource } = name;
  const verb = replaces === true ? 'replace' : name.verb;
  const narrowings = resource === undefined ? [text] : [text, `${verb} ${resource.value}`, resource.value];
  return { name: text, narrowings };
}

/** The places of a transition, or of one of the language's own verbs: the operations that run it; where none does, code may. */
export function listVerbSites(service: Service, verb: string, resource: string): readonly RefusalSite[] {
  const running = createOperationNames(service).running(verb, resource);
  return running.length > 0
    ? running.map(createOperationSite)
    : [createHandlerSite(service, `${verb} ${resource}`, resource)];
}

/** The places at which records of a resource are written by requests; where there are none, code may write them. */
export function listWriteSites(service: Service, resource: string): readonly RefusalSite[] {
  const writing = (createOperationNames(service).of.get(resource) ?? []).filter(
    ({ name }) => operationKinds[findOperationKind(name).name].storesOne,
  );
  return writing.length > 0 ? writing.map(createOperationSite) : [createHandlerSite(service, resource, resource)];
}

function createHandlerSite(service: Service, name: string, resource: string): RefusalSite {
  const handlers = createOperationNames(service).all.filter(({ name: known }) => isCustom(known));
  return { name, narrowings: [name, resource, ...handlers.map((operation) => operation.name.text)] };
}

const codes = memo(
  (service: Service): ReadonlyMap<string, CodeModel> =>
    new Map(service.errors.codes.map((code) => [code.code.value, code])),
);

/** The codes of a service by name; worked out once for each service. */
export function indexCodes(service: Service): ReadonlyMap<string, CodeModel> {
  return codes(service);
}

/** The codes that Error, When exceeded or a Response names, each with the conditions by which it is named. */
export const indexNamedCodes = memo((service: Service): ReadonlyMap<string, readonly string[]> => {
  const all = new Map<string, Set<string>>();
  const add = (code: { readonly value: string } | undefined, condition: string): void => {
    if (code === undefined) return;
    const before = all.get(code.value);
    if (before === undefined) all.set(code.value, new Set([condition]));
    else before.add(condition);
  };
  for (const { transitions } of service.states.machines) for (const row of transitions) add(row.refusal, 'guard fails');
  for (const { rules } of service.resources.resources) for (const rule of rules) add(rule.otherwise, 'rule broken');
  for (const limit of service.limits.limits) {
    const kind = limitKind(limit.kind?.value ?? '');
    if (kind !== undefined && limit.beyond?.value !== 'clamp') add(limit.beyond, kind.condition);
  }
  for (const { responses } of service.endpoints.operations) {
    if (!isNotShown(responses)) for (const { error } of responses) add(error, 'raised by');
  }
  const made = new Map([...all].map(([code, by]) => [code, [...by]] as const));
  return made;
});

/** Returns the status of a code: a Status that is empty or not shown is HTTP's own for the first condition that the code answers. */
export function getCodeStatus(service: Service, { code, status, conditions }: CodeModel): number {
  if (status !== undefined) return status.value;
  const names = [...conditions.map(({ name }) => name.value), ...(indexNamedCodes(service).get(code.value) ?? [])];
  return getGapStatus(names.find((name) => findCondition(name)?.status !== undefined) ?? '');
}
