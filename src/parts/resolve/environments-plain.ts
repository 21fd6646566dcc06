import { findSharedFields } from '../../expression/shared-fields.ts';
import type { Environment, FieldType, SymbolTable } from '../../expression/symbol-table.ts';
import type { Root, ValueType } from '../../expression/tree.ts';
import { listBindingTransitions, ownVerbs } from '../../plan/kinds.ts';
import { memo } from '../../text/memo.ts';
import { present } from '../../text/present.ts';
import type { OperationModel } from '../endpoints/model.ts';
import type { Service } from '../service.ts';
import type { TransitionModel } from '../states/model.ts';
import { explainNoAddress } from './addresses.ts';
import { explainNoLink } from './files/signed-links.ts';
import { type InputType, resolveInput } from './inputs.ts';
import { isTimed } from './machines.ts';
import { createOperationNames, listTransitionCalls } from './operation-names.ts';
import { collectTransitions } from './transitions.ts';
import { callerName, createSymbolTable } from './vocabulary.ts';

/**
 * What an expression may name at each place of the document, as the table at the end of the language reference says.
 * Resources are named; the same call gives the same environment, so that `checked` does its work once.
 */
export interface Environments {
  /** `= …` of a field; `expected` is the field's type. */
  computed(resource: string, field: string): Environment;
  uniqueWhile(resource: string): Environment;
  /** Check of a rule; `on` is a name of its On: it may name what a guard of that operation may. */
  rule(resource: string, rule: string, on?: string): Environment;
  guard(resource: string, transition: TransitionModel): Environment;
  /** The right side of an effect; `expected` is the type of what is set. */
  effect(resource: string, transition: TransitionModel, target: string, expected: ValueType | undefined): Environment;
  /** Where of a scope; without a resource (`issue token`, `<verb> (handler)`) only the caller. */
  where(resource: string | undefined): Environment;
  /** `where` of a parameter; `value` has the type given. */
  parameterWhere(resource: string, value: ValueType): Environment;
  /** `when` of a response: a condition. */
  when(operation: OperationModel): Environment;
  /** `= …` and `header X` of a response: any type. */
  response(operation: OperationModel): Environment;
  /** `when` of an event: a condition on the record after a change and before it. */
  eventWhen(resource: string, change: string): Environment;
  /** `= …` of a payload. */
  payload(resource: string, before: Before): Environment;
  /** An expression of an email: what its payload may name. */
  email(resource: string, before: Before): Environment;
  /** `= …` of the line Shown as: it must fit payloads, too. */
  shownAs(resource: string): Environment;
  /** `where` of a delivery to each record of a resource; `events` are the resources whose events it gets. */
  deliveryWhere(subscription: string, events: readonly string[]): Environment;
}

/** Whether the record that an expression reads was there before: `old`. */
export type Before = 'always' | 'never' | 'sometimes';

/** The environments as the types alone make them; made once for each service. */
export const createPlainEnvironments = memo((service: Service): Environments => {
  return makeEnvironments(service);
});

const bool: ValueType = { kind: 'bool' };
const caller: ValueType = { kind: 'object', name: callerName };
const now: ValueType = { kind: 'timestamp' };
const today: ValueType = { kind: 'date' };
const text: ValueType = { kind: 'string' };

type Roots = Partial<Record<Root, ValueType | undefined>>;
type More = Pick<Environment, 'next' | 'store' | 'asks' | 'alone' | 'unaddressed' | 'links'> & {
  readonly expected?: ValueType | undefined;
};

function makeEnvironments(service: Service): Environments {
  const base = createSymbolTable(service);
  const { keep, inputFor } = createCache(service);
  const of = (name: string | undefined): ValueType | undefined =>
    name === undefined ? undefined : { kind: 'object', name };

  // An embedded record has links of its own, also in a response without a record.
  const links: Environment['links'] = (resource, field) => explainNoLink(service, resource, field);
  const addressOf = (resource: string | undefined) =>
    present({ unaddressed: resource === undefined ? undefined : explainNoAddress(service, resource) });
  const ofPayload = (resource: string): Roots => ({ record: of(resource), old: of(resource), self: text });
  const ofTransition = (
    resource: string,
    name: string,
    timed: boolean,
    part: 'guard' | 'effect',
    names: readonly string[] = [name],
  ): [Roots, SymbolTable] => {
    const old = ownVerbs.has(name) ? of(resource) : undefined;
    const clock = part === 'guard' && timed ? {} : { now, today };
    if (timed) return [{ record: of(resource), old, ...clock }, base];
    const { running } = createOperationNames(service);
    const input = inputFor(
      names.flatMap((each) => [...running(each, resource), ...listTransitionCalls(service, each, resource)]),
    );
    return [{ record: of(resource), old, ...clock, caller, input: input.type }, input.symbols];
  };
  const answer = (operation: OperationModel, key: string, expected: ValueType | undefined, place: string) =>
    keep(`${key} ${operation.name.text}`, () => {
      const input = inputFor([operation]);
      const record = of(operation.name.resource?.value);
      const roots = { record, old: record, input: input.type, caller, self: record && text };
      return createEnvironment(input.symbols, roots, place, {
        expected,
        asks: true,
        ...addressOf(operation.name.resource?.value),
        links,
      });
    });

  return {
    computed: (resource, field) =>
      keep(`computed ${resource} ${field}`, () => {
        const expected = base.fields(resource)?.get(field)?.type;
        const place = `the computed field \`${field}\``;
        const roots = { record: of(resource), self: text, caller };
        return createEnvironment(base, roots, place, { expected, asks: true, ...addressOf(resource) });
      }),
    uniqueWhile: (resource) =>
      keep(`unique ${resource}`, () =>
        createEnvironment(base, { record: of(resource) }, '`unique where`', { store: true, expected: bool }),
      ),
    rule: (resource, rule, on) =>
      keep(`rule ${resource} ${rule} ${on}`, () => {
        const always: [Roots, SymbolTable] = [{ record: of(resource), old: of(resource), now, today }, base];
        const timed = (collectTransitions(service).get(`${on} ${resource}`)?.rows ?? []).some(isTimed);
        const [roots, symbols] =
          on === undefined ? always : ofTransition(resource, on, timed, 'guard', listBindingTransitions(on));
        const place = `the rule \`${rule}\`${on === undefined ? '' : ` on \`${on}\``}`;
        return createEnvironment(symbols, roots, place, { expected: bool, asks: true });
      }),
    guard: (resource, transition) =>
      keep(`guard ${resource} ${buildTransitionKey(transition)}`, () => {
        const [roots, symbols] = ofTransition(resource, transition.name.value, isTimed(transition), 'guard');
        return createEnvironment(symbols, roots, `a Guard of \`${transition.name.value}\``, {
          expected: bool,
          asks: true,
        });
      }),
    effect: (resource, transition, target, expected) =>
      keep(`effect ${resource} ${buildTransitionKey(transition)} ${target}`, () => {
        const [roots, symbols] = ofTransition(resource, transition.name.value, isTimed(transition), 'effect');
        return createEnvironment(symbols, roots, `an Effect of \`${transition.name.value}\``, {
          next: true,
          expected,
          asks: true,
        });
      }),
    where: (resource) =>
      keep(`where ${resource}`, () => {
        const roots = resource === undefined ? { caller } : { record: of(resource), caller, now, today };
        return createEnvironment(base, roots, 'a Where', {
          store: true,
          expected: bool,
          asks: resource !== undefined,
        });
      }),
    parameterWhere: (resource, value) =>
      keep(`parameter ${resource} ${JSON.stringify(value)}`, () => {
        const roots = { record: of(resource), caller, now, today, value };
        return createEnvironment(base, roots, 'a `where` of a parameter', { store: true, expected: bool, asks: true });
      }),
    when: (operation) => answer(operation, 'when', bool, 'a `when`'),
    response: (operation) => answer(operation, 'response', undefined, 'a Response'),
    eventWhen: (resource) =>
      keep(`event ${resource}`, () => {
        const roots = { record: of(resource), old: of(resource) };
        return createEnvironment(base, roots, 'a `when` of an event', { expected: bool, alone: true });
      }),
    payload: (resource) =>
      keep(`payload ${resource}`, () =>
        createEnvironment(base, ofPayload(resource), 'a Payload', {
          ...addressOf(resource),
          links,
        }),
      ),
    email: (resource) =>
      keep(`email ${resource}`, () =>
        createEnvironment(base, ofPayload(resource), 'an email', {
          ...addressOf(resource),
          links,
        }),
      ),
    shownAs: (resource) =>
      keep(`shown as ${resource}`, () =>
        createEnvironment(base, ofPayload(resource), 'the line Shown as', addressOf(resource)),
      ),
    deliveryWhere: (subscription, events) =>
      keep(`delivery ${subscription} ${events}`, () => {
        const shared = findSharedFields(
          events.map((name): ReadonlyMap<string, FieldType> => base.fields(name) ?? new Map()),
        );
        const symbols: SymbolTable = {
          ...base,
          fields: (name) => (name === 'event' ? shared : base.fields(name)),
        };
        const roots = { record: of(subscription), event: of('event') };
        return createEnvironment(symbols, roots, 'a `where` of a delivery', { store: true, expected: bool });
      }),
  };
}

function createCache(service: Service) {
  const environmentsByKey = new Map<string, Environment>();
  const inputs = new Map<string, InputType>();
  const keep = (key: string, make: () => Environment): Environment => {
    const known = environmentsByKey.get(key);
    if (known !== undefined) return known;
    const fresh = make();
    environmentsByKey.set(key, fresh);
    return fresh;
  };
  const inputFor = (operations: readonly OperationModel[]): InputType => {
    const key = operations.map((operation) => operation.span.start).join();
    const known = inputs.get(key);
    if (known !== undefined) return known;
    const fresh = resolveInput(service, operations);
    inputs.set(key, fresh);
    return fresh;
  };
  return { keep, inputFor };
}

function buildTransitionKey(transition: TransitionModel): string {
  return `${transition.name.value}${isTimed(transition) ? ' timed' : ''}`;
}

function createEnvironment(symbols: SymbolTable, roots: Roots, place: string, more: More): Environment {
  const { expected, ...rest } = more;
  const allowed = new Map<Root, ValueType>();
  for (const [root, type] of Object.entries(roots)) if (type !== undefined) allowed.set(root as Root, type);
  return { symbols, roots: allowed, place, ...rest, ...present({ expected }) };
}
