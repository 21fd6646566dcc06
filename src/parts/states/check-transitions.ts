import type { Problem } from '../../problems/problem.ts';
import type { Span } from '../../text/place.ts';
import { operationsOf } from '../operation-names.ts';
import type { Service } from '../service.ts';
import { fromStates, isTimed, type Machine, ownVerbs, rowsByName } from '../machines.ts';
import type { TransitionModel } from './model.ts';
import { problems } from './problems.ts';

type Report = (problem: Problem) => void;

/** Checks the order of the rows of each transition: none stands behind one without a guard from the same state. */
export function checkOrder(machine: Machine, report: Report): void {
  for (const rows of rowsByName(machine.model).values()) {
    const from = fromStates(machine.states, rows);
    for (const timed of [false, true]) {
      const closed = new Map<string, Span>();
      for (const row of rows.filter((one) => isTimed(one) === timed))
        checkBehind(row, statesOf(row, from), closed, report);
    }
  }
}

/** Rows without From (of `create` and of actions) are all taken from the same place. */
function statesOf(row: TransitionModel, from: ReturnType<typeof fromStates>): readonly string[] {
  return row.from.kind === 'none' ? [''] : from(row);
}

function checkBehind(row: TransitionModel, states: readonly string[], closed: Map<string, Span>, report: Report): void {
  const behind = states.find((state) => closed.has(state));
  if (behind !== undefined) {
    const named = row.from.kind === 'states' ? row.from.states.find(({ value }) => value === behind)?.span : undefined;
    const place = named ?? (row.from.kind === 'none' || row.from.kind === 'states' ? row.name.span : row.from.span);
    report(problems['never-taken'](place, behind, closed.get(behind)!));
  }
  if (row.guard !== undefined) return;
  for (const state of states) if (!closed.has(state)) closed.set(state, row.name.span);
}

/** Checks that every transition is called by something: an endpoint, code, or the time. */
export function checkCalled(service: Service, machine: Machine, report: Report): void {
  const isGap = service.aspects.some(({ part, aspect, status }) => {
    return part === 'endpoints' && aspect === 'methods' && (status === 'not shown' || status === 'missing');
  });
  const { value: resource } = machine.resource.name;
  for (const [name, rows] of rowsByName(machine.model)) {
    if (ownVerbs.has(name)) continue;
    const operations = operationsOf(service).running(name, resource);
    const callable = rows.find((row) => row.trigger === undefined);
    const byCode = rows.some((row) => row.trigger?.kind === 'code');
    if (operations.length === 0 && callable !== undefined && !byCode && !isGap) {
      report(problems['never-called'](callable.name.span, name, resource));
    }
    const [operation] = operations;
    if (operation !== undefined && rows.every(isTimed)) {
      report(problems['only-timed'](rows[0]!.name.span, name, operation.name.span));
    }
  }
}
