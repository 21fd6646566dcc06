import type { OperationPlan } from '../../plan/operation.ts';
import type { LimitPlan } from '../../plan/plan.ts';
import { lineOf } from '../../text/location.ts';
import { present } from '../../text/present.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { reachOf } from '../resolve/reach.ts';
import type { Service } from '../service.ts';
import { createdBy, isList, takesBody } from './check/fits.ts';
import { type LimitKind, limitKind } from './kinds/index.ts';
import type { LimitModel, LimitValue } from './model.ts';

/** What limits hold for that are alike in what they apply to. */
interface Targets {
  readonly operations: ReadonlySet<OperationModel>;
  /** Those for which it holds whoever calls. */
  readonly everybody: ReadonlySet<OperationModel>;
  readonly scopes?: readonly string[];
  /** The names of the operations, and of those for which it holds whoever calls. */
  readonly names: Readonly<Record<'operations' | 'everybody', readonly string[]>>;
}

/** A limit that is on, with what it holds for. */
interface Active {
  readonly limit: LimitModel;
  readonly kind: LimitKind;
  readonly value: LimitValue;
  readonly targets: Targets;
}

/** Whether a limit stands among those of the plan for an operation: it is no bound, or it holds for some callers only. */
function isListed({ kind, targets }: Active, operation: OperationModel): boolean {
  return kind.bound === undefined || !targets.everybody.has(operation);
}

/** The limits of a service that are on, and what operations have of them, by the targets that they are among. */
interface Limits {
  readonly active: readonly Active[];
  readonly targets: readonly Targets[];
  readonly bounds: Map<string, Bounds>;
}

const made = new WeakMap<Service, Limits>();

function limitsIn(service: Service): Limits {
  const known = made.get(service);
  if (known !== undefined) return known;
  const alike = new Map<string, Targets>();
  const active = service.limits.limits.flatMap((limit): Active[] => {
    const kind = limit.kind === undefined ? undefined : limitKind(limit.kind.value);
    if (kind === undefined || limit.value === undefined) return [];
    const key = JSON.stringify([kind.appliesTo, ...limit.appliesTo.map(({ value }) => value)]);
    const targets = alike.get(key) ?? targetsOf(service, limit, kind);
    alike.set(key, targets);
    return [{ limit, kind, value: limit.value.value, targets }];
  });
  const limits = { active, targets: [...alike.values()], bounds: new Map() };
  made.set(service, limits);
  return limits;
}

function targetsOf(service: Service, limit: LimitModel, kind: LimitKind): Targets {
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
      const counted = limit.appliesTo.map((target) => createdBy(service, target.value));
      return name.verb === 'create' && !name.code && counted.includes(name.resource?.value);
    }
  }
}

/** The limits that are counted across requests or hold for some callers only; the others stand in their operations. */
export function planLimits(service: Service): LimitPlan[] {
  return limitsIn(service)
    .active.filter(({ kind, targets }) => kind.bound === undefined || targets.scopes !== undefined)
    .map(({ limit, kind, value, targets: { scopes, names } }) => {
      const everywhere = limit.per?.value === 'address' && limit.appliesTo.some((name) => name.value === 'all');
      const code = codeOf(limit);
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
        ...(kind.appliesTo === 'records' ? countedIn(service, limit) : {}),
        ...present({ code }),
        line: lineOf(service.source, limit.span),
      };
    });
}

function countedIn(service: Service, { appliesTo }: LimitModel): Pick<LimitPlan, 'resource'> {
  const [resource] = appliesTo.flatMap((target) => createdBy(service, target.value) ?? []);
  return resource === undefined ? {} : { resource };
}

function codeOf({ beyond }: LimitModel): string | undefined {
  return beyond === undefined || beyond.value === 'clamp' ? undefined : beyond.value;
}

type Bounds = Pick<OperationPlan, 'limits' | 'bodySize' | 'timeOut' | 'paging'>;

/** The limits of one operation; of several bounds of one kind the strictest holds. Operations with the same limits share them. */
export function limitsOf(service: Service, operation: OperationModel): Bounds {
  const { targets, bounds } = limitsIn(service);
  const among = targets.map(({ operations, everybody }) =>
    [operations, everybody].map((of) => Number(of.has(operation))),
  );
  const key = among.join();
  const shared = bounds.get(key) ?? boundsOf(service, operation);
  bounds.set(key, shared);
  return shared;
}

function boundsOf(service: Service, operation: OperationModel): Bounds {
  const own = limitsIn(service).active.filter(({ targets }) => targets.operations.has(operation));
  const bounds = own.filter((limit) => !isListed(limit, operation));
  const planned = new Map<string, Active>();
  for (const limit of bounds) {
    const { field } = limit.kind.bound ?? {};
    if (field === undefined) continue;
    const known = planned.get(field);
    if (known === undefined || amountOf(limit) < amountOf(known)) planned.set(field, limit);
  }
  const plans = [...planned].map(([field, { limit, kind, value }]) => {
    const code = codeOf(limit);
    const clamp = kind.clamps ? { clamp: limit.beyond?.value === 'clamp' } : {};
    const words = `${kind.words(value)} (${limit.name.value})`;
    const line = lineOf(service.source, limit.span);
    return [field, { ...value, ...clamp, ...present({ code }), words, line }];
  });
  const limits = own.filter((limit) => isListed(limit, operation)).map((limit) => limit.limit.name.value);
  return { limits, ...Object.fromEntries(plans) };
}

function amountOf({ kind, value }: Active): number {
  return kind.amounts(value)[0]!;
}
