import type { Compiled } from '../../contracts/compiled.ts';
import type { Making, Visible } from '../../contracts/operation-context.ts';
import type { Maybe, Row } from '../../contracts/record.ts';
import type { Given } from '../../contracts/request-context.ts';
import type { Condition, Question, Store } from '../../contracts/store.ts';
import { knownBy, questionsTo } from '../../parts/authentication/serve/known.ts';
import { goneOf } from '../../parts/endpoints/serve/lists/list.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Knowing, namersOf, readersOf } from '../../plan/readers.ts';

/** Makes the questions to a resource that find what the caller of a request knows and what is not gone; undefined: nothing. */
function visibleTo(
  groups: Knowing,
  compiled: Compiled,
  store: Store,
  resource: string,
  first: Condition,
): (given: Given) => Question | undefined {
  const gone = goneOf({ resource: compiled.resources.get(resource) });
  const questionFor = questionsTo(store, resource, [first, ...gone], knownBy(groups));
  return ({ caller }) => questionFor(caller);
}

/** Inside a transaction what is found is held as it is. */
function held({ transaction }: Given, question: Question): Question {
  return transaction === undefined ? question : transaction.ask(question, 'share');
}

function lookingBy(needed: Visible['needed']): Visible {
  const find = (given: Given, value: unknown): Maybe<Row | undefined> => {
    const asked = needed(given, value);
    return asked === undefined ? undefined : held(given, asked.question).one(asked.values);
  };
  return Object.assign(find, { needed });
}

/** Makes `Making.visible`: looks one record up as the caller of a request may name it. */
export function visibleIn(plan: Plan, compiled: Compiled, store: Store): Making['visible'] {
  return (resource, field) => {
    const asked = visibleTo(namersOf(plan, resource), compiled, store, resource, { kind: 'equal', field });
    return lookingBy((given, value) => {
      const question = asked(given);
      if (question === undefined) return undefined;
      return { question, values: { conditions: [value], caller: given.caller?.values, now: given.now } };
    });
  };
}

/** Makes `Making.visible` for what the service does by itself: a record is there and not gone, whoever may see it. */
export function presentIn(compiled: Compiled, store: Store): Making['visible'] {
  return (resource, field) => {
    const gone = goneOf({ resource: compiled.resources.get(resource) });
    const question = store.question({ resource, conditions: [{ kind: 'equal', field }, ...gone] });
    return lookingBy((given, value) => ({ question, values: { conditions: [value], now: given.now } }));
  };
}

/** Looks many records of a resource up by their identities, by one question, as the caller may read them. */
export function visibleMany(
  plan: Plan,
  compiled: Compiled,
  store: Store,
  resource: string,
): (given: Given, identities: readonly unknown[]) => Maybe<readonly Row[]> {
  const { identity } = plan.resources.find((one) => one.name === resource)!;
  const among: Condition = { kind: 'compare', path: [identity], operator: 'in' };
  const asked = visibleTo(readersOf(plan, resource), compiled, store, resource, among);
  return (given, identities) => {
    const values = { conditions: [identities], caller: given.caller?.values, now: given.now, limit: identities.length };
    const question = asked(given);
    if (question === undefined) return [];
    const found = held(given, question).many(values);
    return found instanceof Promise ? found.then(({ rows }) => rows) : found.rows;
  };
}
