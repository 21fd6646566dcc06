import type { Environment } from '../../expression/symbol-table.ts';
import { memo, memoByKey } from '../../text/memo.ts';
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

/** The environments of a service's expressions, with what each place knows of absent and null values; made once for each service. */
export function createEnvironments(service: Service): Environments {
  return service.present === undefined ? withPresence(service) : createOldEnvironments(service.present);
}

/** What an older version answers is worked out as the present operation of the same name does it. */
const createOldEnvironments = memo((service: Service): Environments => {
  const all = createEnvironments(service);
  const own = (operation: OperationModel): OperationModel => {
    const present = createOperationNames(service).named.get(operation.name.text);
    if (operation.replaces === true) return (present && getCreation(present)) ?? operation;
    return present ?? operation;
  };
  return {
    ...all,
    when: (operation) => all.when(own(operation)),
    response: (operation) => all.response(own(operation)),
  };
});

const withPresence = memo((service: Service): Environments => {
  const plain = createPlainEnvironments(service);
  const keep = memoByKey(
    (base: Environment, _place: string, make: (base: Environment) => Environment['presence']): Environment => {
      const presence = make(base);
      return presence === undefined ? base : { ...base, presence };
    },
  );
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
});

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
