import { operationKinds } from '../../plan/kinds.ts';
import { memo } from '../../text/memo.ts';
import type { ScopeModel } from '../authentication/model.ts';
import type { OperationModel } from '../endpoints/model.ts';
import type { DeliveryModel, EventModel } from '../events/model.ts';
import type { LimitModel } from '../limits/model.ts';
import { isNotShown } from '../not-shown.ts';
import type { Service } from '../service.ts';
import { createOperationNames, resolveOperations } from './operation-names.ts';
import { collectDefinitions } from './vocabulary.ts';

const grants = memo(groupGrants);

/** The scope rows that list an operation, in the order of the document. */
export function listGrants(service: Service, operation: OperationModel): readonly ScopeModel[] {
  return grants(service).get(operation) ?? [];
}

/** Rows that allow the same operations are looked at together; operations that the same rows list share one array of them. */
function groupGrants(service: Service): ReadonlyMap<OperationModel, readonly ScopeModel[]> {
  const rows = service.authentication.scopes.map((row, at) => ({ row, at }));
  const alike = Map.groupBy(rows, ({ row: { allows } }) =>
    isNotShown(allows) ? '' : allows.map(({ value }) => value).join('\n'),
  );
  const groups = new Map<OperationModel, number[]>();
  const byGroup = [...alike.values()];
  byGroup.forEach(([first], group) => {
    for (const operation of listAllowedOperations(service, first!.row)) {
      const list = groups.get(operation);
      if (list === undefined) groups.set(operation, [group]);
      else list.push(group);
    }
  });
  const shared = new Map<string, readonly ScopeModel[]>();
  const map = new Map<OperationModel, readonly ScopeModel[]>();
  for (const operation of service.endpoints.operations) {
    const list = groups.get(operation) ?? [];
    const key = list.join();
    const known = shared.get(key) ?? mergeInOrder(list.map((group) => byGroup[group]!));
    shared.set(key, known);
    map.set(operation, known);
  }
  return map;
}

interface Placed<T> {
  readonly row: T;
  readonly at: number;
}

function mergeInOrder<T>(lists: readonly (readonly Placed<T>[])[]): readonly T[] {
  return lists
    .flat()
    .sort((left, right) => left.at - right.at)
    .map(({ row }) => row);
}

/** The operations that a scope row lists, each once. */
export function listAllowedOperations(service: Service, row: ScopeModel): ReadonlySet<OperationModel> {
  if (isNotShown(row.allows)) return new Set();
  return new Set(row.allows.flatMap((name) => resolveOperations(service, name.value)));
}

/** The operations that some of these scope rows list; each name of them is looked up once, however many rows have it. */
export function collectAllowedOperations(service: Service, rows: Iterable<ScopeModel>): ReadonlySet<OperationModel> {
  const names = new Set<string>();
  for (const { allows } of rows) if (!isNotShown(allows)) for (const { value } of allows) names.add(value);
  const allowed = new Set<OperationModel>();
  for (const name of names) for (const operation of resolveOperations(service, name)) allowed.add(operation);
  return allowed;
}

const collectScopeNames = memo((service: Service): ReadonlySet<string> => {
  const rows = service.authentication.scopes.filter((row) => row.kind === 'scope');
  const made = new Set(rows.map((row) => row.name.value));
  return made;
});

/** What a limit holds for: operations, and where it names scopes all that the callers do who hold one of them. */
export interface LimitTargets {
  readonly operations: readonly OperationModel[];
  /** Those of the operations that it holds for whoever calls. */
  readonly everybody: ReadonlySet<OperationModel>;
  /** For all other operations it holds for callers with one of these; left out where there are no others. */
  readonly scopes?: readonly string[];
}

/**
 * The operations that the cell Applies to means: operations as in Allows, a resource (all of its operations), a scope (all
 * operations, for the callers that hold it), `all`. Each adds to the others.
 */
export function reachOf(service: Service, limit: LimitModel): LimitTargets {
  const scopes = collectScopeNames(service);
  const everybody = new Set<OperationModel>();
  const held: string[] = [];
  for (const { value } of limit.appliesTo) {
    const meant = listTargetOperations(service, value);
    for (const operation of meant) everybody.add(operation);
    if (meant.length === 0 && scopes.has(value)) held.push(value);
  }
  const { all } = createOperationNames(service);
  if (held.length === 0 || everybody.size === all.length) return { operations: [...everybody], everybody };
  return { operations: all, everybody, scopes: held };
}

/** The operations of a name in Applies to; none for a scope and for what is not known. */
export function listTargetOperations(service: Service, name: string): readonly OperationModel[] {
  const meant = resolveOperations(service, name);
  return meant.length > 0 ? meant : (createOperationNames(service).of.get(name) ?? []);
}

/** The resource whose record an event reports: that of the first change that has one; of code without one, its payload's. */
export function findResource(service: Service, event: EventModel): string | undefined {
  for (const { operation } of event.when) {
    const resource = findChangedResource(service, operation.value);
    if (resource !== undefined) return resource;
  }
  if (event.payload === undefined || !event.when.some((when) => when.emitted)) return undefined;
  const named = /[A-Z][A-Za-z0-9]*/.exec(event.payload.text)?.[0] ?? '';
  return collectDefinitions(service).resources.has(named) ? named : undefined;
}

/** The resource that a When changes: that of the operation of this name, or the last word of a transition. */
export function findChangedResource(service: Service, name: string): string | undefined {
  const operation = createOperationNames(service).named.get(name);
  if (operation !== undefined) return operation.name.resource?.value;
  const last = name.slice(name.lastIndexOf(' ') + 1);
  return collectDefinitions(service).resources.has(last) ? last : undefined;
}

/** The resources of which some event reports a change, in the order of the events. */
export function listEventResources(service: Service): readonly string[] {
  const found = new Set<string>();
  for (const event of service.events.events) {
    const resource = findResource(service, event);
    if (resource !== undefined) found.add(resource);
  }
  return [...found];
}

/** The resources whose events a delivery may carry, in the order of the events. */
export function listDeliverableResources(service: Service, { events }: DeliveryModel): readonly string[] {
  if (events === 'all' || 'listedIn' in events) return listEventResources(service);
  const names = new Set(events.map((name) => name.value));
  const chosen = service.events.events.filter((event) => names.has(event.name.value));
  return [...new Set(chosen.flatMap((event) => findResource(service, event) ?? []))];
}

/** The resources that a row rule is asked of for an operation; `undefined` stands for an operation without a record. */
export function listRuledResources(service: Service, { name }: OperationModel): readonly (string | undefined)[] {
  if (name.standard === undefined) return [name.resource?.value];
  return operationKinds[name.standard].about === 'events' ? listEventResources(service) : [undefined];
}
