import { listCountedResources } from '../../plan/named-limits.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { LimitPlan } from '../../plan/plan.ts';
import { getLineNumber } from '../../text/location.ts';
import { memo } from '../../text/memo.ts';
import { present } from '../../text/present.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { reachOf } from '../resolve/reach.ts';
import type { Service } from '../service.ts';
import { findCreatedResource, isList, takesBody } from './check/fits.ts';
import { type LimitKind, limitKind } from './kinds/index.ts';
import type { LimitModel, LimitValue } from './model.ts';

/** The targets of limits with the same Applies to. */
interface Targets {
  readonly operations: ReadonlySet<OperationModel>;
  /** The operations for which it applies to every client. */
  readonly everybody: ReadonlySet<OperationModel>;
  readonly scopes?: readonly string[];
  /** The names of the operations, and of those for which it applies to every client. */
  readonly names: Readonly<Record<'operations' | 'everybody', readonly string[]>>;
}

/** A limit that is on, with what it holds for. */
interface Active {
  readonly limit: LimitModel;
  readonly kind: LimitKind;
  readonly value: LimitValue;
  readonly targets: Targets;
  /** Its index among the active ones. */
  readonly at: number;
}

/** Returns whether a limit is in the limits of the plan for an operation: it is not a bound, or it applies to some callers only. */
function isListed({ kind, targets }: Active, operation: OperationModel): boolean {
  return kind.bound === undefined || !targets.everybody.has(operation);
}

/** The limits of a service that are on. */
interface Limits {
  readonly active: readonly Active[];
  readonly byTargets: ReadonlyMap<Targets, readonly Active[]>;
  /** The targets that each operation is among. */
  readonly byOperation: ReadonlyMap<OperationModel, readonly Targets[]>;
  /** Plans the limits of operations, by their targets. */
  readonly bounds: Map<string, Bounds>;
}

const collectLimits = memo((service: Service): Limits => {
  const alike = new Map<string, Targets>();
  const on = service.limits.limits.flatMap((limit): Omit<Active, 'at'>[] => {
    const kind = limit.kind === undefined ? undefined : limitKind(limit.kind.value);
    if (kind === undefined || limit.value === undefined) return [];
    const key = JSON.stringify([kind.appliesTo, ...limit.appliesTo.map(({ value }) => value)]);
    const targets = alike.get(key) ?? resolveTargets(service, limit, kind);
    alike.set(key, targets);
    return [{ limit, kind, value: limit.value.value, targets }];
  });
  const active = on.map((limit, at) => ({ ...(limit.limit.byLists === true ? ofOtherLists(limit, on) : limit), at }));
  const byOperation = new Map<OperationModel, Targets[]>();
  for (const targets of new Set(active.map(({ targets }) => targets))) {
    for (const operation of targets.operations) {
      const known = byOperation.get(operation);
      if (known === undefined) byOperation.set(operation, [targets]);
      else known.push(targets);
    }
  }
  const byTargets = Map.groupBy(active, ({ targets }) => targets);
  const limits: Limits = { active, byTargets, byOperation, bounds: new Map() };
  return limits;
});

/** Returns the page size of the line Lists for the lists that no row gives a page size. */
function ofOtherLists(limit: Omit<Active, 'at'>, on: readonly Omit<Active, 'at'>[]): Omit<Active, 'at'> {
  const rows = on.filter(({ limit: row, kind }) => row.byLists !== true && kind === limit.kind);
  const isOpen = (operation: OperationModel) => !rows.some(({ targets }) => targets.everybody.has(operation));
  const operations = [...limit.targets.operations].filter(isOpen);
  const everybody = [...limit.targets.everybody].filter(isOpen);
  const textOf = ({ name }: OperationModel): string => name.text;
  const names = { operations: operations.map(textOf), everybody: everybody.map(textOf) };
  return { ...limit, targets: { operations: new Set(operations), everybody: new Set(everybody), names } };
}

function resolveTargets(service: Service, limit: LimitModel, kind: LimitKind): Targets {
  const { scopes, operations: meant, everybody } = reachOf(service, limit);
  const operations = meant.filter((operation) => appliesTo(service, limit, kind, operation));
  const textOf = ({ name }: OperationModel): string => name.text;
  const names = { operations: operations.map(textOf), everybody: [...everybody].map(textOf) };
  return { operations: new Set(operations), everybody, ...present({ scopes }), names };
}

function appliesTo(service: Service, limit: LimitModel, kind: LimitKind, operation: OperationModel): boolean {
  switch (kind.appliesTo) {
    case 'any operation':
      return true;
    case 'bodies':
      return takesBody(operation);
    case 'lists':
      return isList(operation);
    case 'records': {
      const { name } = operation;
      const counted = limit.appliesTo.map((target) => findCreatedResource(service, target.value));
      return name.verb === 'create' && !name.code && counted.includes(name.resource?.value);
    }
  }
}

/** The limits that count across requests or apply to some callers only; operations have the others. */
export function planLimits(service: Service): LimitPlan[] {
  return collectLimits(service)
    .active.filter(({ kind, targets }) => kind.bound === undefined || targets.scopes !== undefined)
    .map(({ limit, kind, value, targets: { scopes, names } }) => {
      const everywhere = limit.per?.value === 'ip' && limit.appliesTo.some((name) => name.value === 'all');
      const code = readErrorCode(limit);
      return {
        name: limit.name.value,
        kind: kind.name,
        operations: names.operations,
        ...present({ scopes }),
        ...(scopes === undefined || names.everybody.length === 0 ? {} : { everybody: names.everybody }),
        everyRequest: everywhere,
        ...present({ per: limit.per?.value }),
        value,
        ...(limit.beyond?.value === 'clamp' ? { clamp: true as const } : {}),
        ...(kind.appliesTo === 'records' ? findCountedResources(service, limit) : {}),
        ...present({ code }),
        line: getLineNumber(service.source, limit.span),
      };
    });
}

function findCountedResources(
  service: Service,
  { appliesTo, value }: LimitModel,
): Pick<LimitPlan, 'resource' | 'filesOf'> {
  const named = appliesTo.flatMap((target) => findCreatedResource(service, target.value) ?? []);
  if (value?.value.bytes !== undefined) return { filesOf: [...new Set(named)].sort() };
  const [resource] = named;
  return resource === undefined ? {} : { resource };
}

function readErrorCode({ beyond }: LimitModel): string | undefined {
  return beyond === undefined || beyond.value === 'clamp' ? undefined : beyond.value;
}

type Bounds = Pick<OperationPlan, 'limits' | 'bodySize' | 'timeout' | 'paging'>;

/** The limits of one operation; of several bounds of one kind the strictest holds. Operations with the same limits share them. */
export function getBounds(service: Service, operation: OperationModel): Bounds {
  const { byTargets, byOperation, bounds } = collectLimits(service);
  const among = byOperation.get(operation) ?? [];
  const key = among.map((targets) => `${byTargets.get(targets)![0]!.at} ${targets.everybody.has(operation)}`).join();
  const shared = bounds.get(key) ?? computeBounds(service, operation, among);
  bounds.set(key, shared);
  return shared;
}

/** Lists the quotas that count the record which a `replace` creates. */
export function listCreationLimits(service: Service, { name }: OperationModel): readonly string[] {
  const counts = ({ limit, kind }: Active): boolean =>
    kind.appliesTo === 'records' &&
    listCountedResources(findCountedResources(service, limit)).includes(name.resource?.value ?? '');
  return collectLimits(service)
    .active.filter(counts)
    .map(({ limit }) => limit.name.value);
}

function computeBounds(service: Service, operation: OperationModel, among: readonly Targets[]): Bounds {
  const { byTargets } = collectLimits(service);
  const own = among.flatMap((targets) => byTargets.get(targets)!).sort((left, right) => left.at - right.at);
  const bounds = own.filter((limit) => !isListed(limit, operation));
  const planned = new Map<string, Active>();
  for (const limit of bounds) {
    const { field } = limit.kind.bound ?? {};
    if (field === undefined) continue;
    const known = planned.get(field);
    if (known === undefined || readAmount(limit) < readAmount(known)) planned.set(field, limit);
  }
  const plans = [...planned].map(([field, { limit, kind, value }]) => {
    const code = readErrorCode(limit);
    const clamp = kind.clamps ? { clamp: limit.beyond?.value === 'clamp' } : {};
    const words = `${kind.words(value)} (${limit.name.value})`;
    const line = getLineNumber(service.source, limit.span);
    return [field, { ...value, ...clamp, ...present({ code }), words, line }];
  });
  const limits = own.filter((limit) => isListed(limit, operation)).map((limit) => limit.limit.name.value);
  return { limits, ...Object.fromEntries(plans) };
}

function readAmount({ kind, value }: Active): number {
  return kind.amounts(value)[0]!;
}
