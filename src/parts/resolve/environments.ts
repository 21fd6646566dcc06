import type { Environment } from '../../expression/symbol-table.ts';
import type { OperationModel } from '../endpoints/model.ts';
import type { Service } from '../service.ts';
import type { EffectModel, TransitionModel } from '../states/model.ts';
import { createPlainEnvironments, type Environments } from './environments-plain.ts';
import { createOperationNames, getCreation } from './operation-names.ts';
import {
  createBasePresence,
  createOperationPresence,
  createOperationRulePresence,
  createRowPresence,
  failingAt,
} from './presence/places.ts';
import { resolveEffectType } from './vocabulary.ts';

export type { Environments } from './environments-plain.ts';

const made = new WeakMap<Service, Environments>();
const older = new WeakMap<Environments, Environments>();

/** The environments of a service's expressions, with what each place knows of absent and null values; made once for each service. */
export function createEnvironments(service: Service): Environments {
  if (service.present !== undefined) return createOldEnvironments(service.present);
  const known = made.get(service);
  if (known !== undefined) return known;
  const all = withPresence(service);
  made.set(service, all);
  return all;
}

/** What an older version answers is worked out as the present operation of the same name does it. */
function createOldEnvironments(service: Service): Environments {
  const all = createEnvironments(service);
  const known = older.get(all);
  if (known !== undefined) return known;
  const own = (operation: OperationModel): OperationModel => {
    const present = createOperationNames(service).named.get(operation.name.text);
    if (operation.replaces === true) return (present && getCreation(present)) ?? operation;
    return present ?? operation;
  };
  const fresh: Environments = {
    ...all,
    when: (operation) => all.when(own(operation)),
    response: (operation) => all.response(own(operation)),
  };
  older.set(all, fresh);
  return fresh;
}

function withPresence(service: Service): Environments {
  const plain = createPlainEnvironments(service);
  const keep = createCache();
  return {
    ...plain,
    computed: (...at) => keep(plain.computed(...at), '', () => createBasePresence(service, failingAt.computed)),
    uniqueWhile: (...at) => keep(plain.uniqueWhile(...at), '', () => createBasePresence(service, failingAt.condition)),
    rule: (resource, rule, on) =>
      keep(plain.rule(resource, rule, on), '', (base) =>
        on === undefined
          ? createBasePresence(service, failingAt.rule)
          : createOperationRulePresence(service, base, resource, rule, on),
      ),
    guard: (resource, row) =>
      keep(plain.guard(resource, row), `${row.span.start}`, (base) =>
        createRowPresence(service, base, resource, row, 'guard'),
      ),
    effect: (resource, row, ...target) =>
      keep(plain.effect(resource, row, ...target), `${row.span.start}`, (base) =>
        createRowPresence(service, base, resource, row, 'effect'),
      ),
    where: (...at) => keep(plain.where(...at), '', () => createBasePresence(service, failingAt.condition)),
    parameterWhere: (...at) =>
      keep(plain.parameterWhere(...at), '', () => createBasePresence(service, failingAt.condition)),
    when: (operation) =>
      keep(plain.when(operation), getPlace(operation), () =>
        createOperationPresence(service, operation, failingAt.condition),
      ),
    response: (operation) =>
      keep(plain.response(operation), getPlace(operation), () =>
        createOperationPresence(service, operation, failingAt.answer),
      ),
    eventWhen: (resource, change) => {
      const before = change === `create ${resource}` ? 'sometimes' : 'always';
      return keep(plain.eventWhen(resource, change), before, () =>
        createBasePresence(service, failingAt.condition, before),
      );
    },
    payload: (resource, before) =>
      keep(plain.payload(resource, before), before, () => createBasePresence(service, failingAt.payload, before)),
    email: (resource, before) =>
      keep(plain.email(resource, before), before, () => createBasePresence(service, failingAt.email, before)),
    shownAs: (...at) => keep(plain.shownAs(...at), '', () => createBasePresence(service, failingAt.answer, 'always')),
    deliveryWhere: (...at) =>
      keep(plain.deliveryWhere(...at), '', () => createBasePresence(service, failingAt.condition)),
  };
}

/** The creation of a replace knows other things than the replace, in an environment of the same types. */
function getPlace({ replaces }: OperationModel): string {
  return replaces === true ? 'new' : '';
}

/** The environment of the right side of an effect; that of `?=` may read absent values. */
export function findEffectEnvironment(
  service: Service,
  resource: string,
  row: TransitionModel,
  { path, ifPresent }: EffectModel,
): Environment {
  const names = path.map(({ value }) => value);
  const expected = resolveEffectType(service, resource, names)?.type;
  const from = ifPresent === true ? createPlainEnvironments(service) : createEnvironments(service);
  return from.effect(resource, row, names.join('.'), expected);
}

function createCache() {
  const environmentsOf = new WeakMap<Environment, Map<string, Environment>>();
  return (plain: Environment, key: string, make: (plain: Environment) => Environment['presence']): Environment => {
    const known = environmentsOf.get(plain) ?? new Map<string, Environment>();
    environmentsOf.set(plain, known);
    let fresh = known.get(key);
    if (fresh === undefined) {
      const presence = make(plain);
      fresh = presence === undefined ? plain : { ...plain, presence };
      known.set(key, fresh);
    }
    return fresh;
  };
}
