import { refresh } from '../../../describe/examples/stage.ts';
import { isObject } from '../../../plan/fields/is-object.ts';
import type { OperationPlan, ParameterPlan } from '../../../plan/operation.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { compareValues } from '../../values/compare.ts';
import { isSame } from '../../values/evaluate.ts';
import { findOperationLine } from '../../values/lines.ts';
import type { ShownRecord } from '../../values/shown.ts';
import type { Exchanged } from '../../world/exchanged.ts';
import { findRole, mostPages, type Query, readAll, readList, readPage, showsRecords } from './pages.ts';

/** Lists show every record once, in their order, page by page; with a filter only records that fit it. */
export const lists: Check = {
  part: 'endpoints',
  name: 'lists',
  says: 'Lists are read page by page: each record once, in the order that is stated; each filter is asked for the values of a record.',
  cases: (prover) =>
    prover.operations.flatMap((operation): readonly Case[] => {
      const resource = prover.resource(operation.resource);
      if (operation.kind !== 'list' || resource === undefined) return [];
      if (operation.responses.every(({ shape }) => shape === undefined)) return [];
      const size = operation.parameters.find(({ mapsTo }) => mapsTo.kind === 'page size');
      const filters = operation.parameters.filter(
        ({ mapsTo, in: place, required }) =>
          mapsTo.kind === 'filter' && place === 'query' && !required && mapsTo.path.length === 1,
      );
      const sort = operation.parameters.find(({ mapsTo }) => mapsTo.kind === 'sort');
      return [
        {
          line: operation.line,
          about: `${operation.name} shows a new record`,
          run: () => findNew(prover, operation, resource),
        },
        ...(size === undefined
          ? []
          : [
              {
                line: size.line,
                about: `${operation.name} in pages of two`,
                run: () => readPages(prover, operation, resource, size),
              },
            ]),
        ...(findRole(operation.responses[0]?.shape, 'total count') === undefined ||
        !showsRecords(operation.responses[0]?.shape)
          ? []
          : [
              {
                line: operation.responses[0]!.line,
                about: `the total of ${operation.name}`,
                run: () => judgeTotal(prover, operation, resource),
              },
              ...filters
                .filter(({ mapsTo }) => mapsTo.kind === 'filter' && mapsTo.operator === '=')
                .map((filter) => ({
                  line: operation.responses[0]!.line,
                  about: `the total of ${operation.name} by ${filter.name}`,
                  run: () => judgeTotal(prover, operation, resource, filter),
                })),
            ]),
        ...filters.map((filter) => ({
          line: filter.line,
          about: `${operation.name} by ${filter.name}`,
          run: () => filterBy(prover, operation, resource, filter),
        })),
        ...(sort?.mapsTo.kind === 'sort'
          ? sort.mapsTo.fields.flatMap((field) =>
              [field, `-${field}`].map((value) => ({
                line: sort.line,
                about: `${operation.name} sorted by ${value}`,
                run: () =>
                  judgeOrder(
                    prover,
                    operation,
                    resource,
                    [[sort.name, value]],
                    [{ field, descending: value.startsWith('-') }],
                  ),
              })),
            )
          : []),
        ...(operation.order.length > 0 && resource.fields.some(({ name }) => name === operation.order[0]!.field)
          ? [
              {
                line: findOperationLine(prover.plan, operation.name, 'Order') ?? operation.line,
                about: `the order of ${operation.name}`,
                run: () => judgeOrder(prover, operation, resource, [], operation.order),
              },
            ]
          : []),
      ];
    }),
};

async function findNew(prover: Prover, operation: OperationPlan, resource: ResourcePlan): Promise<Outcome> {
  const created = await prover.create(resource);
  if (created === undefined) return unreached(`no ${resource.name} can be created`);
  const id = created[resource.identity];
  // A list may show only some records: below a parent, or by a parameter.
  if (
    operation.segments.some(({ kind }) => kind === 'placeholder') ||
    operation.parameters.some(
      ({ required, default: otherwise, mapsTo }) =>
        (mapsTo.kind === 'filter' || mapsTo.kind === 'where') && (required || otherwise !== undefined),
    )
  )
    return unreached('the list shows records by its parameters');
  if (!operation.responses.some(({ shape }) => showsRecords(shape))) return unreached('the list shows no records');
  const size = operation.parameters.find(({ mapsTo }) => mapsTo.kind === 'page size');
  const most = operation.paging?.maxSize;
  const read = await readAll(
    prover,
    operation,
    size === undefined || most === undefined ? [] : [[size.name, String(Math.min(most, 100))]],
  );
  if (typeof read === 'string') return unreached(read);
  const shown = read.pages.flatMap((page) => readPage(operation, page));
  if (shown.length > 0 && shown.every((record) => record[resource.identity] === undefined))
    return unreached('the list does not show identities');
  if (shown.some((record) => record[resource.identity] === id)) return proven;
  if (!read.isWhole) return unreached(`the list has more than ${mostPages} pages`);
  const again = await prover.read(resource, created);
  if (again === undefined || again.response.status >= 400) return unreached('the new record cannot be read either');
  if (operation.access.grants.some(({ where }) => where !== undefined)) return unreached('a row rule may hide it');
  return violated(
    `\`${operation.name}\` shows the ${resource.name} that was created, ${String(id)}`,
    `${shown.length} others`,
    read.pages.at(-1)!,
  );
}

async function readPages(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  size: ParameterPlan,
): Promise<Outcome> {
  while ((await refresh(prover.ground.stage, resource.name)).length < 5)
    if ((await prover.create(resource)) === undefined) break;
  const first = await readList(prover, operation, [[size.name, '2']]);
  if (typeof first === 'string') return unreached(first);
  const count = readPage(operation, first).length;
  if (count > 2)
    return violated(`\`${operation.name}\` with ${size.name}=2 shows at most 2 records`, `${count} records`, first);
  const read = await readAll(prover, operation, [[size.name, '2']]);
  if (typeof read === 'string') return unreached(read);
  const ids = read.pages.flatMap((page) => readPage(operation, page).map((record) => record[resource.identity]));
  if (ids.includes(undefined)) return unreached('the list does not show identities');
  const double = ids.find((id, at) => ids.indexOf(id) !== at);
  if (double !== undefined)
    return violated(
      `\`${operation.name}\` shows each record once, page by page`,
      `${String(double)} twice`,
      read.pages.at(-1)!,
    );
  const short = read.pages.slice(0, -1).find((page) => readPage(operation, page).length === 0);
  if (short !== undefined)
    return violated(`a page of \`${operation.name}\` before the last one has records`, 'none', short);
  const wide = await readAll(prover, operation, [[size.name, String(Math.min(operation.paging?.maxSize ?? 100, 100))]]);
  if (typeof wide === 'string' || !wide.isWhole || !read.isWhole) return proven;
  const whole = new Set(
    wide.pages.flatMap((page) => readPage(operation, page).map((record) => record[resource.identity])),
  );
  const lost = [...whole].find((id) => !ids.includes(id));
  return lost === undefined
    ? proven
    : violated(
        `all pages of \`${operation.name}\` together show every record`,
        `${String(lost)} is on no page of two`,
        read.pages.at(-1)!,
      );
}

/** The total is the number of records that all pages show. */
async function judgeTotal(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  filter?: ParameterPlan,
): Promise<Outcome> {
  const role = findRole(operation.responses[0]?.shape, 'total count');
  // A parameter may ask for it.
  if (role === undefined || operation.parameters.some(({ mapsTo }) => mapsTo.kind === 'total'))
    return unreached('the total is shown on request');
  // Records differ in what a filter asks for.
  const moves = prover.operations.filter(({ kind, resource: of }) => kind === 'transition' && of === resource.name);
  if (filter !== undefined) for (const move of moves.slice(0, 2)) await prover.sample(move);
  const created = await prover.create(resource);
  const value = filter?.mapsTo.kind === 'filter' ? created?.[filter.mapsTo.path[0]!] : undefined;
  if (filter !== undefined && !isPlain(value)) return unreached('no record shows a value to filter by');
  const query: Query = filter === undefined ? [] : [[filter.name, String(value)]];
  const totalOf = ({ response }: Exchanged): unknown =>
    role.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), response.body);
  const read = await readAll(prover, operation, query);
  if (typeof read === 'string' && !operation.parameters.some(({ mapsTo }) => mapsTo.kind !== 'filter')) {
    // A list without pages shows all records.
    const one = await readList(prover, operation, query);
    if (typeof one === 'string') return unreached(one);
    return compareTotal(operation, totalOf(one), readPage(operation, one).length, one);
  }
  if (typeof read === 'string') return unreached(read);
  if (!read.isWhole) return unreached('the list is too long');
  const [first, last] = [read.pages[0]!, read.pages.at(-1)!];
  if (totalOf(first) !== totalOf(last)) return unreached('the total changes meanwhile');
  const count = read.pages.reduce((sum, page) => sum + readPage(operation, page).length, 0);
  return compareTotal(operation, totalOf(last), count, last);
}

function compareTotal({ name }: OperationPlan, total: unknown, count: number, one: Exchanged): Outcome {
  return total === count
    ? proven
    : violated(`the total of \`${name}\` is the number of its records, ${count}`, JSON.stringify(total ?? null), one);
}

async function filterBy(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  filter: ParameterPlan,
): Promise<Outcome> {
  const { mapsTo } = filter;
  if (mapsTo.kind !== 'filter') return unreached('it is not a filter');
  const field = mapsTo.path[0]!;
  for (let times = 0; times < 3; times++) await prover.create(resource);
  const records = await refresh(prover.ground.stage, resource.name);
  const own = records.filter((one) => isPlain(one[field]));
  const sorted = own.toSorted((left, right) => compareValues(left[field], right[field]) ?? 0);
  // At the edges `<` differs from `<=` and from `>`.
  const tried = [
    ...new Map(
      [own.at(-1), sorted[0], sorted.at(-1)].flatMap((one) => (one === undefined ? [] : [[one[field], one] as const])),
    ).values(),
  ];
  let last: Outcome = unreached(`no ${resource.name} of this run shows a value in ${field}`);
  for (const record of tried) {
    const outcome = await filterFor(prover, operation, resource, filter, record);
    if (outcome.kind === 'violated') return outcome;
    if (last.kind !== 'proven') last = outcome;
  }
  return last;
}

async function filterFor(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  filter: ParameterPlan,
  record: ShownRecord,
): Promise<Outcome> {
  const { mapsTo } = filter;
  if (mapsTo.kind !== 'filter') return unreached('it is not a filter');
  const field = mapsTo.path[0]!;
  const value = record[field];
  const one = await readList(prover, operation, [[filter.name, String(value)]]);
  if (typeof one === 'string') return unreached(one);
  const shown = readPage(operation, one);
  const wrong = shown.find((each) => each[field] !== undefined && !isMatch(mapsTo.operator, each[field], value));
  if (wrong !== undefined)
    return violated(
      `\`${operation.name}\` with ${filter.name}=${String(value)} shows only records whose ${field} ${mapsTo.operator} this`,
      JSON.stringify(wrong[field]),
      one,
    );
  const isEqual = mapsTo.operator === '=' || mapsTo.operator === 'in';
  if (isEqual && shown.length === 0 && operation.segments.every(({ kind }) => kind === 'fixed')) {
    const still = await prover.read(resource, record);
    const isRuled = operation.access.grants.some(({ where }) => where !== undefined);
    if (still !== undefined && still.response.status < 400 && !isRuled)
      return violated(
        `\`${operation.name}\` with ${filter.name}=${String(value)} shows the record that has it`,
        'no record',
        one,
      );
    return unreached('no record is shown');
  }
  return shown.length > 0 ? proven : unreached('no record is shown');
}

function isPlain(value: unknown): boolean {
  return (typeof value === 'string' && !value.includes(',')) || typeof value === 'number' || typeof value === 'boolean';
}

function isMatch(operator: string, shown: unknown, value: unknown): boolean {
  if (operator === '=' || operator === 'in') return isSame(shown, value) || Array.isArray(shown);
  const order = compareValues(shown, value);
  if (order === undefined) return true;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  if (operator === '>') return order > 0;
  if (operator === '>=') return order >= 0;
  return operator === '!=' ? !isSame(shown, value) : true;
}

async function judgeOrder(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  query: Query,
  order: OperationPlan['order'],
): Promise<Outcome> {
  while ((await refresh(prover.ground.stage, resource.name)).length < 3)
    if ((await prover.create(resource)) === undefined) break;
  const one = await readList(prover, operation, query);
  if (typeof one === 'string') return unreached(one);
  const [by] = order;
  const values = readPage(operation, one)
    .map((record) => record[by!.field])
    .filter((value) => value !== undefined && value !== null);
  let compared = 0;
  for (let at = 1; at < values.length; at++) {
    const found = compareValues(values[at - 1], values[at]);
    if (found === undefined) continue;
    compared++;
    if (by!.descending ? found < 0 : found > 0)
      return violated(
        `\`${operation.name}\` is in ${by!.descending ? 'descending' : 'ascending'} order of ${by!.field}`,
        `${JSON.stringify(values[at])} after ${JSON.stringify(values[at - 1])}`,
        one,
      );
  }
  return compared > 0 ? proven : unreached('the list shows fewer than two values');
}
