import type { TransitionModel } from '../../states/model.ts';
import type { Condition, Facts, ProducedAt, TransitionRows } from './contract.ts';
import { anywhere, at } from './places.ts';

/** Rows of the transition fit the state, but no guard holds (RFC 9110, 15.5.10). */
export const guardFails: Condition = {
  name: 'guard fails',
  status: 409,
  narrowedTo: anywhere,
  listedByPlace: true,
  kept: true,
  foundByCode: true,
  statuses: 'client',
  produced: (facts) => facts.transitions.flatMap((rows) => ofTransition(facts, rows)),
  needs: 'a Guard without a row behind it that has none',
  words: 'a guard does not hold',
};

function ofTransition(facts: Facts, transitionRows: TransitionRows): ProducedAt[] {
  const { name, resource, rows, machine } = transitionRows;
  const called = rows.filter((row) => row.trigger === undefined || row.trigger.kind === 'code');
  const guarded = called.find((row) => row.guard !== undefined || row.to?.kind === 'refused');
  if (guarded === undefined) return [];
  const running = facts.bound(transitionRows);
  const transition = `${name} ${resource}`;
  const byCode = called.some((row) => row.trigger?.kind === 'code');
  if (running.length === 0 && !byCode) return [];
  const states = machine.states.length === 0 ? [undefined] : machine.states.map((state) => state.name.value);
  const places: ProducedAt[] = [];
  for (const named of new Set(states.flatMap((state) => refusalsIn(state, called)))) {
    const more = { transition, span: guarded.span, ...(named === '' ? {} : { named }) };
    if (running.length > 0) places.push(...running.map((operation) => at(operation, more)));
    else places.push({ resource, ...more });
  }
  return places;
}

/** The codes by which the rows that fit a state can refuse, `''` where none is named. */
function refusalsIn(state: string | undefined, rows: readonly TransitionModel[]): string[] {
  const named = new Set(
    rows.flatMap((row) => (row.from.kind === 'states' ? row.from.states.map((name) => name.value) : [])),
  );
  const fitting = rows.filter(({ from }) => {
    if (state === undefined || from.kind === 'none' || from.kind === 'any') return true;
    if (from.kind === 'any other') return !named.has(state);
    return from.kind === 'states' && from.states.some((name) => name.value === state);
  });
  const refused: string[] = [];
  for (const row of fitting) if (row.to?.kind === 'refused') refused.push(row.refusal?.value ?? '');
  const open = fitting.some((row) => row.guard === undefined);
  const last = fitting.findLast((row) => row.refusal !== undefined);
  return open || fitting.length === 0 ? refused : [...refused, last?.refusal?.value ?? ''];
}
