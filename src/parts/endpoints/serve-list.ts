import type { ParameterPlan } from '../../plan/operation.ts';
import type { Given, PageAsked } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { FieldProblem, Row } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import type { Condition, Query, Question } from '../../steps/store.ts';
import { invalidInput } from './serve-body.ts';
import { aloneIn, asEqual, unwrapped } from './serve-list-alone.ts';
import { listCursors } from './serve-list-cursor.ts';
import { rowRuleOf } from './serve-load.ts';
import { locator } from './serve-path.ts';

type Order = NonNullable<Query['order']>;

/** The orders that a list may have: its own, then those of `sort`, each ascending and descending; ties end at the identity. */
export function ordersOf({ operation, resource }: Making): readonly { readonly name: string; readonly order: Order }[] {
  const { identity } = resource!.plan;
  const complete = (order: Order): Order => {
    if (order.some(({ field }) => field === identity)) return order;
    return [...order, { field: identity, descending: order.at(-1)?.descending ?? false }];
  };
  const sort = operation.parameters.find(({ means }) => means.kind === 'sort')?.means;
  const fields = sort?.kind === 'sort' ? sort.fields : [];
  return [
    { name: '', order: complete(operation.order) },
    ...fields.flatMap((field) => [
      { name: field, order: complete([{ field, descending: false }]) },
      { name: `-${field}`, order: complete([{ field, descending: true }]) },
    ]),
  ];
}

/** The parameters of a list that are conditions, each with its condition. */
export function filtersOf({ operation }: Making): readonly { readonly name: string; readonly condition: Condition }[] {
  return operation.parameters.flatMap(({ name, means }): { name: string; condition: Condition }[] => {
    if (means.kind === 'where') return [{ name, condition: { kind: 'where', holds: means.holds } }];
    if (means.kind !== 'filter') return [];
    const operator = means.operator as Extract<Condition, { kind: 'compare' }>['operator'];
    return [{ name, condition: { kind: 'compare', path: means.path, operator } }];
  });
}

/** Works out which page of a list is asked for; turns the request down with all that is wrong with its parameters. */
export function listStep(making: Making): Step | undefined {
  const { operation } = making;
  if (operation.kind !== 'list') return undefined;
  const orders = ordersOf(making);
  const filters = filtersOf(making);
  const named = (kind: ParameterPlan['means']['kind']): ParameterPlan | undefined =>
    operation.parameters.find(({ means }) => means.kind === kind);
  const size = pageSize(making, named('page size'));
  const sort = named('sort');
  const cursor = named('cursor');
  const total = named('total');
  const counted = JSON.stringify(operation.responses).includes('"role":"total count"');
  const cursors = listCursors(making, orders, filters);
  return (given) => {
    const problems = given.problems ?? [];
    const { parameters } = given;
    const limit = size(parameters, problems);
    if (typeof limit !== 'number') return limit;
    const order = sort === undefined ? 0 : orderAsked(orders, parameters[sort.name], sort, problems);
    let bits = 0;
    const values: unknown[] = [];
    for (let i = 0; i < filters.length; i++) {
      const value = parameters[filters[i]!.name];
      if (value === undefined) continue;
      bits |= 1 << i;
      values.push(value);
    }
    const asked = total === undefined ? counted : parameters[total.name] === true;
    let page: PageAsked = { limit, order, filters: bits, values, after: undefined, total: asked };
    const text = cursor === undefined ? undefined : parameters[cursor.name];
    if (text !== undefined) {
      const after = cursors.read(given, page, String(text));
      if (after === undefined) {
        problems.push({ parameter: cursor!.name, problem: 'constraint', message: 'is no cursor of this list' });
      }
      page = { ...page, after };
    }
    given.page = page;
    return problems.length > 0 ? invalidInput(problems) : undefined;
  };
}

function orderAsked(
  orders: readonly { readonly name: string }[],
  asked: unknown,
  sort: ParameterPlan,
  problems: FieldProblem[],
): number {
  if (asked === undefined) return 0;
  const at = orders.findIndex(({ name }, i) => i > 0 && name === asked);
  if (at !== -1) return at;
  const names = orders.slice(1).map(({ name }) => name);
  const message = `must be one of ${names.join(', ')}`;
  problems.push({ parameter: sort.name, problem: 'constraint', message, line: sort.line });
  return 0;
}

/** A list without any paging parameter is answered whole, up to the host's ceiling. */
function isPaged({ parameters }: Making['operation']): boolean {
  return parameters.some(({ means }) => means.kind === 'cursor' || means.kind === 'page size');
}

function pageSize(
  { operation, ceilings }: Making,
  parameter: ParameterPlan | undefined,
): (parameters: Record<string, unknown>, problems: FieldProblem[]) => number | Refusal {
  const { paging } = operation;
  if (!isPaged(operation)) return () => ceilings.pageSize;
  const usual = Math.min(paging?.usual ?? ceilings.pageSize, ceilings.pageSize);
  const most = Math.min(paging?.most ?? ceilings.pageSize, ceilings.pageSize);
  if (parameter === undefined) return () => usual;
  return (parameters, problems) => {
    const asked = parameters[parameter.name];
    if (asked === undefined) return usual;
    const limit = Number(asked);
    if (!Number.isInteger(limit) || limit < 1) {
      const message = 'must be an integer of 1 or more';
      problems.push({ parameter: parameter.name, problem: 'constraint', message, line: parameter.line });
      return usual;
    }
    if (limit <= most) return limit;
    if (paging === undefined || paging.clamp || limit <= (paging.most ?? limit)) return most;
    const field: FieldProblem = {
      parameter: parameter.name,
      problem: 'constraint',
      message: `must be at most ${most}`,
      ...(paging.line === undefined ? {} : { line: paging.line }),
    };
    if (paging.code !== undefined) return { ...invalidInput([...problems, field]), named: paging.code };
    problems.push(field);
    return usual;
  };
}

/** The most questions of one list that are kept ready. */
const most = 256;

/** Asks the store for the page: parents first, then the rows that the filters and the caller's row rule admit. */
export function listLoadStep(making: Making): Step | undefined {
  const { operation, store, resource } = making;
  if (operation.kind !== 'list' || resource === undefined) return undefined;
  const locate = locator(making);
  const orders = ordersOf(making);
  const filters = filtersOf(making);
  const rule = rowRuleOf(making);
  const parents: Condition[] = locate.fields.map((field) => ({ kind: 'equal', field }));
  const gone: Condition[] = goneOf(making);
  const columns = orders.map(({ order }) => order.map(({ field }) => making.columnOf(resource.plan.name, field)));
  const endless = operation.parameters.some(({ means }) => means.kind === 'cursor');
  const notFound: Refusal = { condition: 'not found', line: operation.line };
  const tooMany: Refusal = { condition: 'unavailable', line: operation.line };
  const paged = isPaged(operation);
  const questions = new Map<string, Question>();

  const questionFor = (page: PageAsked, alone: number, grants: number): Question => {
    const key = `${page.order} ${page.filters} ${alone} ${grants} ${page.after !== undefined}`;
    const known = questions.get(key);
    if (known !== undefined) return known;
    const of = rule(grants);
    const asked = filters.filter((_, i) => (page.filters & (1 << i)) !== 0).map(({ condition }) => condition);
    const conditions: Condition[] = [...parents, ...asEqual(asked, alone), ...gone];
    if (of !== undefined) conditions.push({ kind: 'any', of });
    const { order } = orders[page.order]!;
    const made = store.question({ resource: resource.plan.name, conditions, order, after: page.after !== undefined });
    if (questions.size >= most) questions.clear();
    questions.set(key, made);
    return made;
  };

  const settle = (given: Given, rows: readonly Row[], next: readonly unknown[] | undefined): Refusal | undefined => {
    const { limit, order } = given.page!;
    if (rows.length > limit) {
      if (!paged) return tooMany;
      given.rows = rows.slice(0, limit);
      const last = rows[limit - 1]!;
      given.next = columns[order]!.map((column) => last[column]);
    } else {
      given.rows = rows;
      if (next !== undefined && !endless) return tooMany;
      given.next = next;
    }
    return undefined;
  };

  const ask = (given: Given, located: readonly unknown[] | undefined): ReturnType<Step> => {
    if (located === undefined) return notFound;
    const page = given.page!;
    const alone = aloneIn(page.values);
    const asked = unwrapped(page.values, alone);
    const conditions = located.length === 0 ? asked : [...located, ...asked];
    const caller = given.caller?.values;
    const values = { conditions, caller, now: given.now, limit: page.limit + 1 };
    const found = questionFor(page, alone, given.grants).many(
      page.after === undefined ? values : { ...values, after: page.after },
    );
    const done =
      found instanceof Promise
        ? found.then((one) => settle(given, one.rows, one.next))
        : settle(given, found.rows, found.next);
    if (!page.total) return done;
    const whole = questionFor({ ...page, after: undefined }, alone, given.grants).count({
      conditions,
      caller,
      now: given.now,
    });
    if (!(whole instanceof Promise) && !(done instanceof Promise)) {
      given.total = whole;
      return done;
    }
    return Promise.all([done, whole]).then(([refusal, count]) => {
      given.total = count;
      return refusal;
    });
  };

  const none: readonly unknown[] = [];
  if (locate.fields.length === 0) return (given) => ask(given, none);
  return (given) => {
    const located = locate(given);
    return located instanceof Promise ? located.then((one) => ask(given, one)) : ask(given, located);
  };
}

/** Lists leave gone records out. */
export function goneOf({ resource }: Pick<Making, 'resource'>): Condition[] {
  return (resource?.plan.machines ?? []).flatMap(({ field, states }): Condition[] => {
    const gone = states.filter((state) => state.kind === 'gone').map((state) => state.name);
    return field === undefined || gone.length === 0 ? [] : [{ kind: 'not in state', field, states: gone }];
  });
}
