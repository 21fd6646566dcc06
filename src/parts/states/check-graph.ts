import type { Problem } from '../../problems/problem.ts';
import type { Service } from '../service.ts';
import { fromStates, type Machine, rowsByName } from '../machines.ts';
import { problems } from './problems.ts';

/** Checks that every state can be reached from the initial one, and that each one that is not final is left by some row. */
export function checkGraph(service: Service, machine: Machine, report: (problem: Problem) => void): void {
  const { states } = machine.model;
  const initial = states.find((state) => state.kind?.value === 'initial');
  const isGap = service.aspects.some(({ part, aspect, status }) => {
    return part === 'states' && aspect === 'transitions' && (status === 'not shown' || status === 'missing');
  });
  if (initial === undefined || isGap || machine.field === undefined) return;
  const { ways, left, whole } = waysOf(machine);
  const reached = new Set([initial.name.value]);
  const open = [initial.name.value];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const next of ways.get(state) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  if (!whole) return;
  for (const { name, kind } of states) {
    if (!reached.has(name.value)) report(problems.unreachable(name.span, name.value));
    const isFinal = kind?.value === 'final' || kind?.value === 'gone';
    if (!isFinal && !left.has(name.value)) report(problems['no-way-out'](name.span, name.value));
  }
}

/** Where rows lead, which states they leave, and whether all of them could be understood. */
function waysOf(machine: Machine): {
  readonly ways: ReadonlyMap<string, ReadonlySet<string>>;
  readonly left: ReadonlySet<string>;
  readonly whole: boolean;
} {
  const known = machine.states;
  const ways = new Map<string, Set<string>>();
  const left = new Set<string>();
  let whole = true;
  for (const [name, rows] of rowsByName(machine.model)) {
    const from = fromStates(machine.states, rows);
    for (const row of rows) {
      const { to } = row;
      if (row.from.kind === 'states' && row.from.states.some(({ value }) => !known.has(value))) whole = false;
      if (to?.kind === 'state' && !known.has(to.state.value)) whole = false;
      if (to === undefined && name !== 'create' && name !== 'update' && name !== 'replace' && name !== 'delete')
        whole = false;
      for (const state of from(row)) {
        if (name === 'delete' && to?.kind !== 'refused') left.add(state);
        if (to?.kind !== 'state') continue;
        if (to.state.value !== state) left.add(state);
        const next = ways.get(state);
        if (next === undefined) ways.set(state, new Set([to.state.value]));
        else next.add(to.state.value);
      }
    }
  }
  return { ways, left, whole };
}
