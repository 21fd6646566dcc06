import { operationsOf } from '../meaning/operation-names.ts';
import { transitionsOf } from '../meaning/transitions.ts';
import { vocabularyOf } from '../meaning/vocabulary.ts';
import type { FieldModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import type { ChangeVerb } from './model.ts';

/** The kinds of things that a change can name by a single name. */
export type NamedKind =
  | 'event'
  | 'operation'
  | 'transition'
  | 'state'
  | 'code'
  | 'limit'
  | 'scope'
  | 'scheme'
  | 'delivery'
  | 'rule'
  | 'body';

/** What the present document holds, looked up by name; worked out once for each service. */
export interface Present {
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, FieldModel>>;
  /** The values of a state field or a `one of`; of a list or map those of its items. */
  values(of: string, field: string): readonly string[];
  names(kind: NamedKind): ReadonlySet<string>;
  /** What a bare name may mean for a kind of change. */
  bare(verb: ChangeVerb): readonly NamedKind[];
}

const made = new WeakMap<Service, Present>();

/** Looks up what the present document holds. */
export function present(service: Service): Present {
  const known = made.get(service);
  if (known !== undefined) return known;
  const { resources, objects } = service.resources;
  const fields = new Map<string, ReadonlyMap<string, FieldModel>>();
  for (const { name, fields: list } of [...resources, ...objects]) {
    if (!fields.has(name.value)) fields.set(name.value, new Map(list.map((field) => [field.name.value, field])));
  }
  const names = new Map<NamedKind, ReadonlySet<string>>();
  const fresh: Present = {
    fields,
    values: (of, field) => valuesOf(service, of, field),
    names(kind) {
      const before = names.get(kind);
      if (before !== undefined) return before;
      const all = new Set(namesOf(service, kind));
      names.set(kind, all);
      return all;
    },
    bare: bareKinds,
  };
  made.set(service, fresh);
  return fresh;
}

function bareKinds(verb: ChangeVerb): readonly NamedKind[] {
  switch (verb) {
    case 'renamed':
      return ['code', 'event'];
    case 'constraint':
      return ['rule'];
    case 'error added':
    case 'error removed':
      return ['code'];
    case 'limit':
      return ['limit'];
    case 'behaviour':
      return ['transition', 'state', 'event', 'scope', 'scheme', 'delivery', 'operation', 'rule', 'body'];
    default:
      return ['operation'];
  }
}

function valuesOf(service: Service, of: string, field: string): readonly string[] {
  let type = vocabularyOf(service).fields(of)?.get(field)?.type;
  for (let depth = 0; depth < 8 && type !== undefined; depth++) {
    if (type.kind === 'choice') return type.values;
    if (type.kind === 'nullable') type = type.of;
    else if (type.kind === 'list') type = type.item;
    else if (type.kind === 'map') type = type.value;
    else return [];
  }
  return [];
}

function namesOf(service: Service, kind: NamedKind): readonly string[] {
  const { events, errors, limits, authentication, resources, states } = service;
  switch (kind) {
    case 'event':
      return events.events.map((one) => one.name.value);
    case 'operation':
      return [...operationsOf(service).named.keys()];
    case 'transition':
      return [...transitionsOf(service).keys()];
    case 'state':
      return states.machines.flatMap((machine) => machine.states.map((state) => state.name.value));
    case 'code':
      return errors.codes.map((one) => one.code.value);
    case 'limit':
      return limits.limits.map((one) => one.name.value);
    case 'scope':
      return authentication.scopes.map((one) => one.name.value);
    case 'scheme':
      return authentication.schemes.map((one) => one.name.value);
    case 'delivery':
      return events.deliveries.map((one) => one.kind.value);
    case 'rule':
      return resources.resources.flatMap(({ name, rules }) =>
        rules.flatMap((rule) => [rule.name.value, `${name.value}.${rule.name.value}`]),
      );
    case 'body':
      return ['Body'];
  }
}
