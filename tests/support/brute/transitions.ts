import fc from 'fast-check';
import { documentOf } from './document.ts';
import { type Brute, type Condition, maybe, worlds } from './domain.ts';

/** A row of the transition `pay`. */
interface PayRow {
  readonly from: 'open' | 'held' | 'open, held';
  readonly guard: Condition | undefined;
  readonly to: 'paid' | 'void';
  readonly refusal: 'one' | 'two' | undefined;
}

/** Wherever a row without a guard stands, what stands behind it for the same state would be an error. */
export function tidied(rows: readonly PayRow[]): readonly PayRow[] {
  const shut = new Set<string>();
  return rows.flatMap((row) => {
    const from = row.from.split(', ').filter((state) => !shut.has(state));
    if (row.guard === undefined) for (const state of from) shut.add(state);
    if (from.length === 0) return [];
    const refusal = row.guard === undefined ? undefined : row.refusal;
    return [{ ...row, refusal, from: from.join(', ') as PayRow['from'] }];
  });
}

export const payRow: fc.Arbitrary<PayRow> = fc.record({
  from: fc.constantFrom<PayRow['from']>('open', 'held', 'open, held'),
  guard: maybe,
  to: fc.constantFrom<PayRow['to']>('paid', 'paid', 'void'),
  refusal: fc.constantFrom<PayRow['refusal']>('one', 'two', undefined),
});

export function calls(rows: readonly PayRow[]): Brute {
  const gets = new Map<string, string>();
  for (const state of ['open', 'held']) {
    for (const world of worlds) {
      const mine = rows.filter(({ from }) => from.split(', ').includes(state));
      const row = mine.find(({ guard }) => guard?.holds(world) ?? true);
      const last = mine.findLast(({ refusal }) => refusal !== undefined);
      const got = row === undefined ? `refused ${last?.refusal ?? 'by condition'}` : row.to;
      gets.set(`${state} ${world.n} ${world.flag}`, mine.length === 0 ? 'refused wrong state' : got);
    }
  }
  const table = rows.map(
    ({ from, guard, to, refusal }) =>
      `| ${from} | pay | ${to} | | ${guard === undefined ? '' : `\`${guard.text}\``} | ${refusal ?? ''} |`,
  );
  return { document: documentOf({ pay: table.join('\n') }), gets };
}

/** The same rows, taken by the time: where none is taken nothing happens. */
export function lapses(rows: readonly PayRow[]): Brute {
  const gets = new Map<string, string>();
  for (const state of ['open', 'held']) {
    for (const world of worlds) {
      const mine = rows.filter(({ from }) => from.split(', ').includes(state));
      const row = mine.find(({ guard }) => guard?.holds(world) ?? true);
      gets.set(`${state} ${world.n} ${world.flag}`, row === undefined ? 'nothing' : row.to);
    }
  }
  const table = rows.map(
    ({ from, guard, to }) =>
      `| ${from} | lapse | ${to} | after 3 days | ${guard === undefined ? '' : `\`${guard.text}\``} | |`,
  );
  return { document: documentOf({ timed: table.join('\n') }), gets };
}
