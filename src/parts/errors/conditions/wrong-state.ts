import type { Condition, Facts, ProducedAt, TransitionRows } from './contract.ts';
import { anywhere, at } from './places.ts';

/** No row has the present state in From, or a field is fixed in it (RFC 9110, 15.5.10). */
export const wrongState: Condition = {
  name: 'wrong state',
  status: 409,
  narrowedTo: anywhere,
  listedByPlace: true,
  kept: true,
  foundByCode: true,
  statuses: 'client',
  produced: (facts) => [...facts.transitions.flatMap((rows) => ofTransition(facts, rows)), ...ofFixed(facts)],
  needs: 'a transition that some state forbids, or a `fixed` field',
  words: "the record's state does not allow it",
};

function ofTransition(facts: Facts, transitionRows: TransitionRows): ProducedAt[] {
  const { name, resource, rows, machine } = transitionRows;
  const called = rows.filter((row) => row.trigger === undefined || row.trigger.kind === 'code');
  const first = called.find((row) => row.from.kind !== 'none');
  if (first === undefined || coversAll(called, machine.states, name)) return [];
  const running = facts.bound(transitionRows);
  const transition = `${name} ${resource}`;
  if (running.length > 0) return running.map((operation) => at(operation, { transition, span: first.span }));
  return called.some((row) => row.trigger?.kind === 'code') ? [{ transition, resource, span: first.span }] : [];
}

const recordVerbs = new Set(['update', 'replace', 'delete']);

type States = TransitionRows['machine']['states'];

/** The states that `any` leaves out where the record is not written by its own verbs. */
const ends = new WeakMap<States, readonly string[]>();

function endsOf(states: States): readonly string[] {
  const isEnd = ({ kind }: States[number]): boolean => kind?.value === 'final' || kind?.value === 'gone';
  const made = ends.get(states) ?? states.filter(isEnd).map(({ name }) => name.value);
  ends.set(states, made);
  return made;
}

function coversAll(rows: TransitionRows['rows'], states: States, verb: string): boolean {
  const any = rows.some((row) => row.from.kind === 'any' || row.from.kind === 'any other');
  if (any && recordVerbs.has(verb)) return true;
  const named = new Set(
    rows.flatMap((row) => (row.from.kind === 'states' ? row.from.states.map((name) => name.value) : [])),
  );
  if (any) return endsOf(states).every((name) => named.has(name));
  // Without `any` no more states are covered than are named.
  if (named.size < new Set(states.slice(0, named.size + 1).map(({ name }) => name.value)).size) return false;
  return states.every(({ name }) => named.has(name.value));
}

function ofFixed(facts: Facts): ProducedAt[] {
  return facts.service.states.machines.flatMap((machine) => {
    const row = machine.matrix?.rows.find(({ cells }) => cells.some((cell) => cell?.value === 'fixed'));
    if (row === undefined) return [];
    const resource = machine.resource.value;
    const writing = [...facts.running('update', resource), ...facts.running('replace', resource)];
    return writing.map((operation) => at(operation, { span: row.span }));
  });
}
