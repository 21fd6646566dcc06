import type { Making } from '../../../contracts/operation-context.ts';
import type { Maybe, Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { Condition, Question } from '../../../contracts/store.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Bits } from '../../../plan/bitset.ts';
import { readersOf } from '../../../plan/readers.ts';
import { rulesOf } from '../../authentication/serve/grants.ts';
import { knownBy, questionsTo } from '../../authentication/serve/known.ts';
import { knownQuestion } from './constant-time-lookup.ts';
import { isNowhere, type Located, locator } from './path.ts';

/** The row rules of an operation by the grants that apply: nothing where every record is seen. */
export function rowRuleOf(making: Pick<Making, 'operation'>): (grants: Bits) => readonly Expression[] | undefined {
  const { access } = making.operation;
  const known = new Map<Bits, readonly Expression[] | undefined>();
  return (grants) => {
    if (known.has(grants)) return known.get(grants);
    const rules = rulesOf(access, grants);
    known.set(grants, rules === 'every record' ? undefined : rules);
    return known.get(grants);
  };
}

/** Finds the record that the path names: for a read as the caller may see it, for a write in its transaction. */
export function loadStep(making: Making): Step {
  const { operation } = making;
  const { kind } = operation;
  const find = kind === 'read' ? readFinder(making) : writeFinder(making);
  const notFound: Refusal = { condition: 'not found', line: operation.line };
  const locate = locator(making);
  const settle = kind === 'read' ? settleRead(making) : settleWrite(making);
  const otherwise = kind === 'read' ? readOtherwise(making) : undefined;
  const search = (given: Given, located: Located): ReturnType<Step> => {
    if (isNowhere(located)) return located;
    const found = (row: Row | undefined): ReturnType<Step> =>
      row === undefined ? (otherwise?.(given, located, notFound) ?? notFound) : settle(given, row);
    const row = find(given, located);
    return row instanceof Promise ? row.then(found) : found(row);
  };
  return (given) => {
    const located = locate(given);
    return located instanceof Promise ? located.then((one) => search(given, one)) : search(given, located);
  };
}

/** Whether the path, or a Record line, names the operation's own record. */
export function findsOwn({ segments, record }: Making['operation']): boolean {
  return record !== undefined || segments.some((place) => place.kind === 'placeholder' && place.of === 'own');
}

type Finder = (given: Given, located: readonly unknown[]) => Maybe<Row | undefined>;

function readFinder(making: Making): Finder {
  const { store, resource } = making;
  const conditions = conditionsOf(making);
  const rule = rowRuleOf(making);
  const questions = new Map<Bits, Question>();
  const make = (grants: Bits): Question => {
    const of = rule(grants);
    const all: Condition[] = of === undefined ? [...conditions] : [...conditions, { kind: 'any', of }];
    const question = store.question({ resource: resource!.plan.name, conditions: all });
    questions.set(grants, question);
    return question;
  };
  return (given, values) => {
    const question = questions.get(given.grants) ?? make(given.grants);
    return question.one({ conditions: values, caller: given.caller?.values, now: given.now });
  };
}

type Otherwise = (given: Given, located: readonly unknown[], notFound: Refusal) => Maybe<Refusal>;

/** A record that another operation lets the caller read is not hidden by this one. Undefined where no other reads any. */
function readOtherwise(making: Making): Otherwise | undefined {
  const { plan, operation, resource, store } = making;
  const { name } = resource!.plan;
  const groups = readersOf(plan, name, operation.record);
  const rule = rowRuleOf(making);
  if (groups[0]!.length < 2) return undefined;
  const questionFor = questionsTo(store, name, conditionsOf(making), knownBy(groups));
  const line = operation.access.grants.find(({ where }) => where !== undefined)?.line ?? operation.line;
  const notAllowed: Refusal = { condition: 'not allowed', line };
  return (given, located, notFound) => {
    const question = rule(given.grants) === undefined ? undefined : questionFor(given.caller);
    const row = question?.one({ conditions: located, caller: given.caller?.values, now: given.now });
    const settle = (one: Row | undefined): Refusal => (one === undefined ? notFound : notAllowed);
    return row instanceof Promise ? row.then(settle) : settle(row);
  };
}

function writeFinder(making: Making): Finder {
  const questionFor = knownQuestion(making, conditionsOf(making));
  return (given, values) => {
    const question = questionFor(given.caller);
    if (question === undefined) return undefined;
    const asked = given.transaction === undefined ? question : given.transaction.ask(question);
    return asked.one({ conditions: values, caller: given.caller?.values, now: given.now });
  };
}

function conditionsOf(making: Making): Condition[] {
  return locator(making).fields.map((field) => ({ kind: 'equal', field }));
}

type Settle = (given: Given, row: Row) => undefined | Promise<undefined>;

function settleRead(making: Making): Settle {
  const { operation, code, resource } = making;
  const plain =
    operation.refs.length === 0 && code.responses.every((one) => one.fromRow !== undefined || one.body === undefined);
  if (plain && code.responses.length === 1) {
    return (given, row) => {
      given.row = row;
    };
  }
  return (given, row) => {
    given.row = row;
    given.before = resource!.toRecord(row);
    return refsOf(making, given);
  };
}

function settleWrite(making: Making): Settle {
  const { resource } = making;
  const moments = stateFieldsOf(making);
  return (given, row) => {
    given.row = row;
    given.before = resource!.toRecord(row);
    if (moments > 0) given.since = row.slice(1, 1 + moments) as (number | null)[];
    return refsOf(making, given);
  };
}

function refsOf(making: Making, given: Given): undefined | Promise<undefined> {
  if (making.operation.refs.length === 0) return undefined;
  const loaded = making.loadRefs(given, given.before!);
  return loaded instanceof Promise ? loaded.then(() => undefined) : undefined;
}

/** How many entry moments stand in a row, behind its version. */
export function stateFieldsOf({ resource }: Making): number {
  return resource!.plan.fields.filter((field) => field.state === true).length;
}

/** A create looks for its parents, and by PUT for a record that has its identity already. */
export function createLoadStep(making: Making): Step {
  const { operation } = making;
  const locate = locator(making);
  const byPut = operation.kind === 'create' && operation.method === 'PUT';
  const find = byPut ? writeFinder(making) : undefined;
  const settle = settleWrite(making);
  const load = (given: Given, located: Located): ReturnType<Step> => {
    if (isNowhere(located)) return located;
    const row = find?.(given, located);
    if (row === undefined) return undefined;
    if (row instanceof Promise) return row.then((one) => (one === undefined ? undefined : settle(given, one)));
    return settle(given, row);
  };
  return (given) => {
    const located = locate(given);
    return located instanceof Promise ? located.then((one) => load(given, one)) : load(given, located);
  };
}
