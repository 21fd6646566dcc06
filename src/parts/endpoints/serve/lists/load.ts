import type { Making } from '../../../../contracts/operation-context.ts';
import type { Maybe, Row } from '../../../../contracts/record.ts';
import type { Refusal } from '../../../../contracts/refusal.ts';
import type { Given, PageAsked } from '../../../../contracts/request-context.ts';
import type { Step } from '../../../../contracts/step.ts';
import type { Condition, Query, Question } from '../../../../contracts/store.ts';
import { type Bits, bitsWhere, hasBit, sharedBits } from '../../../../plan/bitset.ts';
import { recordCeiling, usualBodyBytes } from '../../../../plan/ceiling.ts';
import { turnOf } from '../../../limits/serve/turn.ts';
import { lengthOf } from '../../../resources/serve/ceiling.ts';
import { invalidInput } from '../bodies/body.ts';
import { rowRuleOf } from '../load.ts';
import { isNowhere, type Located, locator } from '../path.ts';
import { asFew, fewIn, unwrapped } from './in-filter-rewrite.ts';
import { filtersOf, goneOf, isPaged, ordersOf } from './list.ts';

/** The most questions of one list that are kept ready. */
const most = 256;

/** Asks the store for the page: parents first, then the rows that the filters and the caller's row rule admit. */
export function listLoadStep(making: Making): Step {
  const locate = locator(making);
  const beside = besideOf(making, locate.fields);
  const load = loaderOf(making, locate.fields);
  const ask = (given: Given, located: Located): ReturnType<Step> => {
    if (isNowhere(located)) return located;
    if (given.page!.beside === undefined) return load(given, located);
    const found = beside(given, located);
    return found instanceof Promise
      ? found.then((one) => one ?? load(given, located))
      : (found ?? load(given, located));
  };
  const none: readonly unknown[] = [];
  if (locate.fields.length === 0) return (given) => ask(given, none);
  return (given) => {
    const located = locate(given);
    return located instanceof Promise ? located.then((one) => ask(given, one)) : ask(given, located);
  };
}

/** By order of a list: where the values of its fields stand in a row. */
function placesOf(making: Making): readonly (readonly number[])[] {
  const { name } = making.resource!.plan;
  return ordersOf(making).map(({ order }) => order.map(({ field }) => making.columnOf(name, field)));
}

/** Finds the record beside which a page stands, where the caller may see it; without one the page is not known. */
function besideOf(
  making: Making,
  fields: readonly string[],
): (given: Given, located: readonly unknown[]) => Maybe<Refusal | undefined> {
  const { store, resource } = making;
  const { name, identity } = resource!.plan;
  const rule = rowRuleOf(making);
  const places = placesOf(making);
  const conditions: Condition[] = [...fields, identity].map((field) => ({ kind: 'equal', field }));
  const settle = (given: Given, row: Row | undefined): Refusal | undefined => {
    const page = given.page!;
    if (row === undefined) {
      const { parameter } = page.beside!;
      return invalidInput([{ parameter, problem: 'reference', message: 'must name a record of this list' }]);
    }
    given.page = { ...page, after: places[page.order]!.map((place) => row[place]) };
    return undefined;
  };
  return (given, located) => {
    const of = rule(given.grants);
    const all: Condition[] = of === undefined ? conditions : [...conditions, { kind: 'any', of }];
    const values = { conditions: [...located, given.page!.beside!.id], caller: given.caller?.values, now: given.now };
    const row = store.question({ resource: name, conditions: all }).one(values);
    return row instanceof Promise ? row.then((one) => settle(given, one)) : settle(given, row);
  };
}

/** Gives the question of a page; those that were asked are kept. */
function questionsOf(
  making: Making,
  fields: readonly string[],
): (page: PageAsked, few: readonly number[] | undefined, grants: Bits, counts?: 'counts') => Question {
  const { store, resource } = making;
  const orders = ordersOf(making).map(({ order }) => ({
    forward: order,
    backward: order.map(({ field, descending }) => ({ field, descending: !descending })),
  }));
  const filters = filtersOf(making);
  const rule = rowRuleOf(making);
  const parents: Condition[] = fields.map((field) => ({ kind: 'equal', field }));
  const gone: Condition[] = goneOf(making);
  const slow = slowIn(making);
  const milliseconds = Math.min(
    making.operation.timeOut?.milliseconds ?? Number.POSITIVE_INFINITY,
    making.ceilings.milliseconds,
  );
  const questions = new Map<string, Question>();
  return ({ order, filters: bits, after, backward = false, skip }, few, grants, counts = undefined) => {
    const key = `${order} ${bits} ${few} ${grants} ${after !== undefined} ${backward} ${skip !== undefined} ${counts}`;
    const known = questions.get(key);
    if (known !== undefined) return known;
    const of = rule(grants);
    const asked = filters.filter((_, i) => hasBit(bits, i)).map(({ condition }) => condition);
    const conditions: Condition[] = [...parents, ...asFew(asked, few), ...gone];
    if (of !== undefined) conditions.push({ kind: 'any', of });
    const slowRule = of !== undefined && sharedBits(grants, slow.grants) !== 0;
    const apart = counts !== undefined || skip !== undefined || slowRule || sharedBits(bits, slow.filters) !== 0;
    const query: Query = {
      resource: resource!.plan.name,
      conditions,
      order: orders[order]![backward ? 'backward' : 'forward'],
      after: after !== undefined,
      ...(skip === undefined ? {} : { skips: true }),
      ...(apart ? { apart: milliseconds } : {}),
    };
    const made = store.question(query);
    if (questions.size >= most) questions.clear();
    questions.set(key, made);
    return made;
  };
}

/** Which filters, and which rows of scopes, no index answers within a bounded number of rows. */
function slowIn({ operation }: Making): { readonly filters: Bits; readonly grants: Bits } {
  const { access, unbounded = [] } = operation;
  const filters = filtersOf({ operation, resource: undefined });
  return {
    filters: bitsWhere(filters.length, (i) => unbounded.some(({ parameter }) => parameter === filters[i]!.name)),
    grants: bitsWhere(access.grants.length, (i) => unbounded.some(({ grant }) => grant === i)),
  };
}

function loaderOf(
  making: Making,
  fields: readonly string[],
): (given: Given, located: readonly unknown[]) => ReturnType<Step> {
  const questionFor = questionsOf(making, fields);
  const settle = settlerOf(making);
  const turn = turnOf(making);
  return (given, located) => {
    const page = given.page!;
    const { after, skip } = page;
    const few = fewIn(page.values);
    const asked = unwrapped(page.values, few);
    const conditions = located.length === 0 ? asked : [...located, ...asked];
    const values = { conditions, caller: given.caller?.values, now: given.now, turn: turn(given) };
    const found = questionFor(page, few, given.grants).many({
      ...values,
      limit: page.limit + 1,
      ...(after === undefined ? {} : { after }),
      ...(skip === undefined ? {} : { skip }),
    });
    const done =
      found instanceof Promise
        ? found.then((one) => settle(given, one.rows, one.next))
        : settle(given, found.rows, found.next);
    if (!page.total) return done;
    const { order, filters, limit, total } = page;
    const first: PageAsked = { order, filters, limit, total, values: page.values, after: undefined };
    const whole = questionFor(first, few, given.grants, 'counts').count(values);
    if (!(whole instanceof Promise) && !(done instanceof Promise)) {
      given.total = whole;
      return done;
    }
    return Promise.all([done, whole]).then(([refusal, count]) => {
      given.total = count;
      return refusal;
    });
  };
}

type Values = readonly unknown[] | undefined;

/** How many characters the records of one page hold together: as many as eight of the largest records, at least 8 MiB. */
function pageCeiling({ plan, resource, ceilings }: Making): number {
  return 8 * Math.max(usualBodyBytes, recordCeiling(plan.operations, resource!.plan.name, ceilings.bodyBytes));
}

/** The first rows that have room together, one at least. */
function within(rows: readonly Row[], room: number): readonly Row[] {
  let left = room;
  for (let at = 0; at < rows.length; at++) {
    left -= lengthOf(rows[at]!);
    if (left < 0 && at > 0) return rows.slice(0, at);
  }
  return rows;
}

/** Makes what notes the rows of a page, and the values from which the pages beside it go on. */
function settlerOf(making: Making): (given: Given, rows: readonly Row[], stopped: Values) => Refusal | undefined {
  const { operation } = making;
  const places = placesOf(making);
  const endless = operation.parameters.some(({ means }) => means.kind === 'cursor');
  const tooMany: Refusal = { condition: 'unavailable', line: operation.line };
  const paged = isPaged(operation);
  const room = pageCeiling(making);
  const message = `would hold more than ${room} characters: ask for fewer records`;
  const sized = operation.parameters.find(({ means }) => means.kind === 'page size');
  const tooLarge: Refusal =
    sized === undefined ? tooMany : invalidInput([{ parameter: sized.name, problem: 'constraint', message }]);
  return (given, rows, stopped) => {
    const { limit, order, after, backward, skip } = given.page!;
    const over = rows.length > limit;
    if (over ? !paged : stopped !== undefined && !endless) return tooMany;
    const shown = within(over ? rows.slice(0, limit) : rows, room);
    const cut = shown.length < Math.min(rows.length, limit);
    if (cut && (!endless || skip !== undefined)) return tooLarge;
    const valuesOf = (row: Row | undefined): Values => row && places[order]!.map((place) => row[place]);
    const further = over || cut ? valuesOf(shown.at(-1)) : stopped;
    const begun = after !== undefined || (skip ?? 0) > 0 ? valuesOf(shown[0]) : undefined;
    given.rows = backward === true ? shown.toReversed() : shown;
    given.next = backward === true ? begun : further;
    given.previous = backward === true ? further : begun;
    given.more = further !== undefined;
    return undefined;
  };
}
