import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { ownVerbs } from '../../../plan/kinds.ts';
import type { Name, Span } from '../../../text/location.ts';
import { listRunByEffects } from '../../resolve/effects/run.ts';
import {
  createFromStatesReader,
  getStateSet,
  groupRows,
  isTimed,
  type Machine,
  resolveAnyStates,
} from '../../resolve/machines.ts';
import { createOperationNames } from '../../resolve/operation-names.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { TransitionModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** The row after which no further row of a transition is tried: one without a guard. */
interface Closed {
  readonly named: Map<string, Span>;
  any?: Span;
  other?: Span;
}

/** Checks the order of the rows of each transition: none comes after one without a guard from the same state. */
export function checkOrder(machine: Machine, report: Report): void {
  for (const [name, rows] of groupRows(machine.model)) {
    if (rows.length < 2) continue;
    const any = getStateSet(resolveAnyStates(machine.states, name));
    for (const timed of [false, true]) {
      const closed: Closed = { named: new Map() };
      for (const row of rows) if (isTimed(row) === timed) checkBehind(row, any, closed, report);
    }
  }
}

/** Checks that each Error with a Guard is the last one from some state. */
export function checkRefusals(machine: Machine, report: Report): void {
  for (const rows of groupRows(machine.model).values()) {
    const readStates = createFromStatesReader(machine.states, rows);
    for (const timed of [false, true]) {
      const last = new Map<string, Name>();
      for (const row of rows.filter((one) => isTimed(one) === timed).reverse())
        checkRefusal(row, last, readStates, report);
    }
  }
}

function checkRefusal(
  row: TransitionModel,
  last: Map<string, Name>,
  readStates: (row: TransitionModel) => readonly string[],
  report: Report,
): void {
  const { refusal, guard, from } = row;
  if (refusal === undefined) return;
  const states = from.kind === 'none' ? [nowhere] : readStates(row);
  const later = states.map((state) => last.get(state));
  const isReturned = later.some((other) => other === undefined || other.value === refusal.value);
  const [other] = later;
  if (guard !== undefined && !isReturned && other !== undefined)
    report(diagnostics['refusal-unused'](refusal.span, other.span));
  for (const state of states) if (!last.has(state)) last.set(state, refusal);
}

/** Rows without From (of `create` and of actions) are all taken from the same place. */
const nowhere = '';

function checkBehind(row: TransitionModel, any: ReadonlySet<string>, closed: Closed, report: Report): void {
  const { from, name, guard } = row;
  if (from.kind === 'states') {
    for (const { value, span } of from.states) {
      const before = closed.named.get(value) ?? (any.has(value) ? closed.any : undefined);
      if (before !== undefined) report(diagnostics['unreachable-row'](span, `From \`${value}\` this row`, before));
    }
  } else {
    const before = from.kind === 'none' ? closed.named.get(nowhere) : findClosingSpan(from.kind, any, closed);
    const span = from.kind === 'none' ? name.span : from.span;
    if (before !== undefined) report(diagnostics['unreachable-row'](span, 'This row', before));
  }
  if (guard === undefined) close(row, closed);
}

function findClosingSpan(kind: 'any' | 'any other', any: ReadonlySet<string>, closed: Closed): Span | undefined {
  if (closed.any !== undefined) return closed.any;
  if (kind === 'any other') return closed.other;
  if (closed.named.size < any.size) return undefined;
  const all = [...any].every((state) => closed.named.has(state));
  return all ? closed.named.values().next().value : undefined;
}

function close({ from, name }: TransitionModel, closed: Closed): void {
  if (from.kind === 'any') closed.any ??= name.span;
  else if (from.kind === 'any other') closed.other ??= name.span;
  else {
    const states = from.kind === 'states' ? from.states.map(({ value }) => value) : [nowhere];
    for (const state of states) if (!closed.named.has(state)) closed.named.set(state, name.span);
  }
}

/** Checks that every transition is called by something: an endpoint, code, an effect, or the time. */
export function checkCalled(service: Service, machine: Machine, report: Report): void {
  const isGap = service.aspects.some(({ part, aspect, status }) => {
    return part === 'endpoints' && aspect === 'methods' && (status === 'not shown' || status === 'missing');
  });
  const { value: resource } = machine.resource.name;
  for (const [name, rows] of groupRows(machine.model)) {
    if (ownVerbs.has(name)) continue;
    const operations = createOperationNames(service).running(name, resource);
    const callable = rows.find((row) => row.trigger === undefined);
    const byCode = rows.some((row) => row.trigger?.kind === 'handler');
    const isCalled = operations.length > 0 || byCode || listRunByEffects(service).has(`${name} ${resource}`);
    if (!isCalled && callable !== undefined && !isGap) {
      report(diagnostics['unused-transition'](callable.name.span, name, resource));
    }
  }
}
