import type { OperationModel } from '../endpoints/model.ts';
import { countsRecords, limitKind } from '../limits/kinds/index.ts';
import { definitionsOf, fieldOf } from '../resolve/definitions.ts';
import { operationsMeant, operationsOf } from '../resolve/operation-names.ts';
import { allowedByAny, reachOf } from '../resolve/reach.ts';
import { transitionsOf } from '../resolve/transitions.ts';
import type { Service } from '../service.ts';
import { conditions, type Facts, type ProducedAt, type TransitionRows } from './conditions/index.ts';

const made = new WeakMap<Service, Facts>();
const produced = new WeakMap<Service, ReadonlyMap<string, readonly ProducedAt[]>>();

/** What the conditions ask of a document; worked out once for each service. */
export function factsOf(service: Service): Facts {
  const known = made.get(service);
  if (known !== undefined) return known;
  const operations = operationsOf(service);
  const transitions = transitionsOf(service);
  const anyone = service.authentication.scopes.filter((row) => row.kind === 'anyone');
  const open = allowedByAny(service, anyone);
  const free = allowedByAny(
    service,
    anyone.filter((row) => row.where === undefined),
  );
  const facts: Facts = {
    service,
    operations: operations.all,
    resources: service.resources.resources,
    transitions: [...transitions.values()],
    meant: (name) => operationsMeant(service, name),
    running: (verb, resource) => operations.running(verb, resource),
    bound: (rows) => bound(rows, operations.running),
    coded: operations.all.some((operation) => operation.name.code),
    writing: (resource) =>
      (operations.of.get(resource) ?? []).filter(({ name }) => !readers.has(name.verb) && name.standard === undefined),
    parents: ({ name, path }) => {
      const resource = definitionsOf(service).resources.get(name.resource?.value ?? '');
      return (path?.segments ?? []).flatMap((segment) => {
        const field =
          segment.kind === 'placeholder' ? resource && fieldOf(resource, segment.names[0]!.value) : undefined;
        return field?.type?.kind === 'ref' ? [field.type.resource.value] : [];
      });
    },
    limited: (limit) => {
      const reached = reachOf(service, limit).operations;
      return countsRecords(limit.kind) ? reached.filter(({ name }) => name.verb === 'create') : reached;
    },
    open: (operation) => open.has(operation),
    free: (operation) => free.has(operation),
  };
  made.set(service, facts);
  return facts;
}

const readers = new Set(['read', 'list', 'delete']);
const standIns = new Map([
  ['update', 'replace'],
  ['replace', 'update'],
]);

function bound({ name, resource, machine }: TransitionRows, running: Facts['running']): readonly OperationModel[] {
  const own = running(name, resource);
  const other = standIns.get(name);
  if (other === undefined || machine.transitions.some((row) => row.name.value === other)) return own;
  return [...own, ...running(other, resource)];
}

/** Where each condition can happen in this document, by the condition's name. */
export function producedIn(service: Service): ReadonlyMap<string, readonly ProducedAt[]> {
  const known = produced.get(service);
  if (known !== undefined) return known;
  const facts = factsOf(service);
  const all = new Map(conditions.map((condition) => [condition.name, condition.produced(facts)] as const));
  produced.set(service, all);
  return all;
}

const named = new WeakMap<Service, ReadonlyMap<string, readonly string[]>>();

/** The codes that a Refusal, Otherwise or Beyond it names, each with the conditions by which it is named. */
export function namedCodes(service: Service): ReadonlyMap<string, readonly string[]> {
  const known = named.get(service);
  if (known !== undefined) return known;
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
  const made = new Map([...all].map(([code, by]) => [code, [...by]] as const));
  named.set(service, made);
  return made;
}
