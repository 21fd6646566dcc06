import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { ownVerbs } from '../../../plan/kinds.ts';
import { isName } from '../../../text/names.ts';
import { groupRows, type Machine, resolveAnyStates } from '../../resolve/machines.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { isReservedState, listOpenInitialStates } from './states.ts';

/** Checks that every state can be reached from an initial one, and that each one that is not final is left by some row. */
export function checkGraph(service: Service, machine: Machine, report: (diagnostic: Diagnostic) => void): void {
  const { states } = machine.model;
  const isGap = service.aspects.some(({ part, aspect, status }) => {
    return part === 'states' && aspect === 'transitions' && (status === 'not shown' || status === 'missing');
  });
  const initial = states.filter((state) => state.kind?.value === 'initial').map(({ name }) => name.value);
  const named = states.every((state) => isName(state.name.value, 'either') && !isReservedState(state.name.value));
  if (
    initial.length === 0 ||
    listOpenInitialStates(machine.model).length > 0 ||
    !named ||
    isGap ||
    machine.field === undefined
  )
    return;
  const rows = findEdges(machine);
  if (rows === undefined) return;
  const reached = collectReachableStates(initial, rows);
  const isLeft = createExitCheck(rows);
  for (const { name, kind } of states) {
    if (!reached.has(name.value)) report(diagnostics.unreachable(name.span, name.value));
    const isFinal = kind?.value === 'final' || kind?.value === 'gone';
    if (!isFinal && !isLeft(name.value)) report(diagnostics['dead-end-state'](name.span, name.value));
  }
}

/** A row as a way from states to a state; without `to` it erases the record. */
interface GraphEdge {
  /** The states it starts from; or all that `any` includes except these. */
  readonly from: readonly string[] | { readonly any: ReadonlySet<string>; readonly but: ReadonlySet<string> };
  readonly to: string | undefined;
}

/** The rows that lead from state to state, or undefined where some could not be understood. */
function findEdges({ model, states }: Machine): readonly GraphEdge[] | undefined {
  const edges: GraphEdge[] = [];
  const [any, withFinal] = ['', 'delete'].map((name) => new Set(resolveAnyStates(states, name))) as [
    Set<string>,
    Set<string>,
  ];
  const none: ReadonlySet<string> = new Set();
  for (const [name, rows] of groupRows(model)) {
    const named = new Set(
      rows.flatMap(({ from }) => (from.kind === 'states' ? from.states.map(({ value }) => value) : [])),
    );
    if ([...named].some((state) => !states.has(state))) return undefined;
    for (const { from, to } of rows) {
      if (to?.kind === 'state' && !states.has(to.state.value)) return undefined;
      if (to === undefined && !ownVerbs.has(name)) return undefined;
      const leads = to?.kind === 'state' || (to === undefined && name === 'delete');
      if (!leads || from.kind === 'none') continue;
      const all = ownVerbs.has(name) ? withFinal : any;
      edges.push({
        from:
          from.kind === 'states'
            ? from.states.map(({ value }) => value)
            : { any: all, but: from.kind === 'any' ? none : named },
        to: to?.kind === 'state' ? to.state.value : undefined,
      });
    }
  }
  return edges;
}

/** The states that can be reached. Takes time linear in the words of the rows: each state asks a row `any other` once. */
function collectReachableStates(initial: readonly string[], edges: readonly GraphEdge[]): ReadonlySet<string> {
  const named = new Map<string, string[]>();
  let open: { readonly any: ReadonlySet<string>; readonly but: ReadonlySet<string>; readonly to: string }[] = [];
  for (const { from, to } of edges) {
    if (to === undefined) continue;
    if ('any' in from) open.push({ ...from, to });
    else {
      for (const state of from) {
        const leads = named.get(state);
        if (leads === undefined) named.set(state, [to]);
        else leads.push(to);
      }
    }
  }
  const reached = new Set(initial);
  const ready = [...initial];
  const reach = (state: string): void => {
    if (reached.has(state)) return;
    reached.add(state);
    ready.push(state);
  };
  for (let state = ready.pop(); state !== undefined; state = ready.pop()) {
    for (const next of named.get(state) ?? []) reach(next);
    const still: typeof open = [];
    for (const way of open) {
      if (way.any.has(state) && !way.but.has(state)) reach(way.to);
      else still.push(way);
    }
    open = still;
  }
  return reached;
}

/** Whether some row takes a record out of a state. */
function createExitCheck(edges: readonly GraphEdge[]): (state: string) => boolean {
  const left = new Set<string>();
  let wide = 0;
  const kept = new Map<string, number>();
  for (const { from, to } of edges) {
    if (!('any' in from)) for (const state of from) if (state !== to) left.add(state);
    if (!('any' in from)) continue;
    wide += 1;
    const stays = new Set(to === undefined ? from.but : [...from.but, to]);
    for (const state of stays) kept.set(state, (kept.get(state) ?? 0) + 1);
  }
  return (state) => left.has(state) || (kept.get(state) ?? 0) < wide;
}
