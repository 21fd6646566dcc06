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

/** A limit that is on, with what it holds for. */
interface Active {
  readonly limit: LimitModel;
  readonly kind: LimitKind;
  readonly value: LimitValue;
  readonly operations: ReadonlySet<OperationModel>;
  /** Those for which it holds whoever calls. */
  readonly everybody: ReadonlySet<OperationModel>;
  readonly scopes?: readonly string[];
}

/** Whether a limit stands among those of the plan for an operation: it is no bound, or it holds for some callers only. */
function isListed({ kind, everybody }: Active, operation: OperationModel): boolean {
  return kind.bound === undefined || !everybody.has(operation);
}

const made = new WeakMap<Service, readonly Active[]>();

function activeOf(service: Service): readonly Active[] {
  const known = made.get(service);
  if (known !== undefined) return known;
  const all = service.limits.limits.flatMap((limit): Active[] => {
    const kind = limit.kind === undefined ? undefined : limitKind(limit.kind.value);
    if (kind === undefined || limit.value === undefined) return [];
    const { scopes, operations, everybody } = reachOf(service, limit);
    const held = new Set(operations.filter((operation) => appliesTo(service, limit, kind, operation)));
    return [{ limit, kind, value: limit.value.value, operations: held, everybody, ...(scopes && { scopes }) }];
  });
  made.set(service, all);
  return all;
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
  return activeOf(service)
    .filter(({ kind, scopes }) => kind.bound === undefined || scopes !== undefined)
    .map(({ limit, kind, value, operations, everybody, scopes }) => {
      const everywhere = limit.per?.value === 'address' && limit.appliesTo.some((name) => name.value === 'all');
      const code = codeOf(limit);
      const names = (of: Iterable<OperationModel>) => [...of].map((operation) => operation.name.text);
      return {
        name: limit.name.value,
        kind: kind.name,
        operations: names(operations),
        ...present({ scopes }),
        ...(scopes === undefined || everybody.size === 0 ? {} : { everybody: names(everybody) }),
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

/** The limits of one operation; of several bounds of one kind the strictest holds. */
export function limitsOf(service: Service, operation: OperationModel): Bounds {
  const own = activeOf(service).filter((limit) => limit.operations.has(operation));
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
