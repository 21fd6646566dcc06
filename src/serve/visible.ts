import { freeGrants, grantsOf, wheresOf } from '../parts/authentication/serve.ts';
import { goneOf } from '../parts/endpoints/serve-list.ts';
import { type Bits, sharedBits } from '../plan/bits.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { operationsOn, readersOf } from '../plan/readers.ts';
import type { Caller } from '../steps/caller.ts';
import type { Compiled } from '../steps/compiled.ts';
import type { Given } from '../steps/given.ts';
import type { Making, Visible } from '../steps/maker.ts';
import type { Maybe, Row } from '../steps/record.ts';
import type { Condition, Question, Store } from '../steps/store.ts';

/** The question of a request, as it is asked outside its transaction. */
type Asked = (given: Given) => Question | undefined;

/** Operations whose row rules count where the caller has a row that lists one of `first`, and those that count where it has none. */
interface Counting {
  readonly first: readonly OperationPlan[];
  readonly else: readonly OperationPlan[];
}

/** Makes the questions to a resource that find what the caller of a request may see: undefined where it may see nothing. */
function questionsTo(
  { first: read, else: others }: Counting,
  compiled: Compiled,
  store: Store,
  resource: string,
  first: Condition,
): Asked {
  const gone = goneOf({ resource: compiled.resources.get(resource) });
  const questions = new Map<string, Question>();
  const byCaller = new WeakMap<Caller, { readonly question: Question | undefined }>();

  const questionFor = (operations: readonly OperationPlan[], bits: readonly Bits[], key: string): Question => {
    const known = questions.get(key);
    if (known !== undefined) return known;
    const conditions: Condition[] = [first, ...gone];
    const open = operations.some(({ access }, i) => access.open || sharedBits(bits[i]!, freeGrants(access)) !== 0);
    if (!open) conditions.push({ kind: 'any', of: operations.flatMap(({ access }, i) => wheresOf(access, bits[i]!)) });
    const made = store.question({ resource, conditions });
    if (questions.size > 256) questions.clear();
    questions.set(key, made);
    return made;
  };

  const find = (caller: Caller | undefined): Question | undefined => {
    let operations = read;
    let bits = read.map(({ access }) => grantsOf(access, caller));
    if (!read.some(({ access }, i) => access.open || bits[i] !== 0)) {
      operations = others;
      bits = others.map(({ access }) => grantsOf(access, caller));
      if (!others.some(({ access }, i) => access.open || bits[i] !== 0)) return undefined;
    }
    return questionFor(operations, bits, `${operations === read} ${bits.join(' ')}`);
  };

  /** A caller is the same object as long as nothing about it changes. */
  const known = (caller: Caller): Question | undefined => {
    let found = byCaller.get(caller);
    if (found === undefined) {
      found = { question: find(caller) };
      byCaller.set(caller, found);
    }
    return found.question;
  };

  return ({ caller }) => (caller === undefined ? find(caller) : known(caller));
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

/**
 * Makes `Making.visible`: looks one record up as the caller of a request may refer to it: by the row rules of `read X`, or of all
 * operations of X where no scope row of the caller lists that.
 */
export function visibleIn(plan: Plan, compiled: Compiled, store: Store): Making['visible'] {
  return (resource, field) => {
    const counting = { first: readersOf(plan, resource), else: operationsOn(plan, resource) };
    const asked = questionsTo(counting, compiled, store, resource, { kind: 'equal', field });
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

/**
 * Looks many records of a resource up by their identities, by one question, as the caller may be shown them: by the row rules of
 * `read X`, or of `list X` where no scope row of the caller lists that. Who may only make or change records reads none, unless the
 * document has neither of the two.
 */
export function visibleMany(
  plan: Plan,
  compiled: Compiled,
  store: Store,
  resource: string,
): (given: Given, identities: readonly unknown[]) => Maybe<readonly Row[]> {
  const { identity } = plan.resources.find((one) => one.name === resource)!;
  const readers = readersOf(plan, resource);
  const all = operationsOn(plan, resource);
  const lists = all.filter(({ kind }) => kind === 'list');
  const counting = { first: readers, else: readers.length + lists.length > 0 ? lists : all };
  const asked = questionsTo(counting, compiled, store, resource, { kind: 'compare', path: [identity], operator: 'in' });
  return (given, identities) => {
    const values = { conditions: [identities], caller: given.caller?.values, now: given.now, limit: identities.length };
    const question = asked(given);
    if (question === undefined) return [];
    const found = held(given, question).many(values);
    return found instanceof Promise ? found.then(({ rows }) => rows) : found.rows;
  };
}
