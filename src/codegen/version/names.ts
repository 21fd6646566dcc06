import { referencedPaths } from '../../expression/references.ts';
import type { Expression } from '../../expression/tree.ts';
import { pointerOf } from '../../plan/sent.ts';
import type { MemberTurn, TurnPlan, ValueTurn } from '../../plan/version/transform.ts';
import { sourcesOf } from './kept.ts';

/** How names and places of one version read in another. `turns` stand newest first, as the plan of a version has them. */
export interface VersionNames {
  /** The present name of an older field of a resource or object; undefined: it is no longer there. */
  fieldUp(holder: string, older: string): string | undefined;
  /** The present name of an older member of an operation's body. */
  memberUp(operation: string, older: string): string | undefined;
  /** The older name of a present code; itself where it has no other. */
  codeDown(code: string): string;
  /** The older name of a present event; undefined where older callers are not told of it. */
  eventDown(event: string): string | undefined;
  /** The older name of a field, and of a value of it; undefined: the older version shows something else. */
  valueDown(
    holder: string,
    field: string,
    value: string,
  ): { readonly field: string; readonly value: string } | undefined;
  /** A JSON Pointer into the present body or record of an operation, as the older caller names it; a place that it cannot name is the whole. */
  pointerDown(operation: string, resource: string | undefined, pointer: string): string;
  /** The same for a JSON Pointer into the fields that an operation is sent of its record. */
  fieldDown(operation: string, resource: string | undefined, pointer: string): string;
  /** The older values by which callers send some present values at a place; `kind` says what the pointer leads into. */
  valuesDown(
    kind: 'fields' | 'input',
    operation: string,
    resource: string | undefined,
    pointer: string,
    values: readonly string[],
  ): readonly string[];
}

/** Makes it for the turns of one version, or of some of them. */
export function versionNames(turns: readonly TurnPlan[]): VersionNames {
  const upwards = turns.toReversed();
  return {
    fieldUp: (holder, older) => throughTurns(upwards, older, (turn) => membersOf(turn, holder), 'older', 'newer'),
    memberUp: (operation, older) =>
      throughTurns(upwards, older, (turn) => turn.operations[operation]?.input ?? [], 'older', 'newer'),
    codeDown: (code) => turns.reduce((name, { codes }) => codes[name] ?? name, code),
    eventDown(event) {
      let name = event;
      for (const turn of turns) {
        if (turn.addedEvents.includes(name)) return undefined;
        name = turn.events[name] ?? name;
      }
      return name;
    },
    valueDown(holder, field, value) {
      let [name, shown] = [field, value];
      for (const turn of turns) {
        const giving = membersOf(turn, holder).filter((one) => one.newer === name);
        if (giving.length === 0) continue;
        const member = giving.find(({ older }) => older !== undefined);
        if (member === undefined || (member.down !== undefined && member.down.absent !== true)) return undefined;
        name = member.older!;
        if (member.value?.kind === 'choice') shown = member.value.down[shown] ?? shown;
      }
      return { field: name, value: shown };
    },
    pointerDown: (operation, resource, pointer) =>
      throughPlaces(turns, pointer, (turn, name) =>
        membersFor(turn, turn.operations[operation]?.input ?? [], resource, name),
      ),
    fieldDown: (operation, resource, pointer) =>
      throughPlaces(turns, pointer, (turn, name) =>
        membersFor(turn, turn.operations[operation]?.fields ?? [], resource, name),
      ),
    valuesDown(kind, operation, resource, pointer, values) {
      let known = values;
      throughPlaces(turns, pointer, (turn, name, names) => {
        const members = membersFor(turn, turn.operations[operation]?.[kind] ?? [], resource, name);
        known = valuesBelow(choiceAt(turn, members, names), known);
        return members;
      });
      return known;
    },
  };
}

type Choice = Extract<ValueTurn, { readonly kind: 'choice' }>;

/** The older values that become some newer ones: by their own name, a renamed or a removed one. */
function valuesBelow(choice: Choice | undefined, values: readonly string[]): readonly string[] {
  if (choice === undefined) return values;
  const { down, up } = choice;
  return values.flatMap((value) => {
    const isKnown = (down[value] ?? value) === value && (up[value] ?? value) === value;
    const others = Object.entries(up).flatMap(([older, newer]) => (newer === value && older !== value ? [older] : []));
    return isKnown ? [value, ...others] : others;
  });
}

/** How one turn turns the value at a place, where that is one of fixed values. */
function choiceAt(turn: TurnPlan, members: readonly MemberTurn[], names: readonly string[]): Choice | undefined {
  const [first, ...rest] = names;
  return choiceIn(turn, members.find((one) => one.older !== undefined && gives(one, first!))?.value, rest);
}

function choiceIn(turn: TurnPlan, value: ValueTurn | undefined, names: readonly string[]): Choice | undefined {
  if (value === undefined || value.kind === 'choice') return value;
  if (names.length === 0) return undefined;
  if (value.kind === 'object') return choiceAt(turn, value.members, names);
  if (value.kind === 'named') return choiceAt(turn, namedMembers(turn, value.name, names[0]!), names);
  return choiceIn(turn, value.item, names.slice(1));
}

function throughPlaces(
  turns: readonly TurnPlan[],
  pointer: string,
  members: (turn: TurnPlan, name: string, names: readonly string[]) => readonly MemberTurn[],
): string {
  if (pointer === '') return '';
  let names: readonly string[] | undefined = pointer.slice(1).split('/').map(unescaped);
  for (const turn of turns) {
    names = placeDown(turn, members(turn, names[0]!, names), names);
    if (names === undefined) return '';
  }
  return pointerOf(names);
}

function throughTurns(
  turns: readonly TurnPlan[],
  name: string,
  members: (turn: TurnPlan) => readonly MemberTurn[],
  from: 'older' | 'newer',
  to: 'older' | 'newer',
): string | undefined {
  let known: string | undefined = name;
  for (const turn of turns) {
    const found = members(turn).find((member) => member[from] === known);
    if (found !== undefined) known = found[to];
    if (known === undefined) return undefined;
  }
  return known;
}

function membersOf(turn: TurnPlan, holder: string | undefined): readonly MemberTurn[] {
  const found = holder === undefined ? undefined : turn.holders[holder];
  return found?.kind === 'members' ? found.members : [];
}

/** What is sent comes first; of what is not the record's own names tell. */
function membersFor(
  turn: TurnPlan,
  sent: readonly MemberTurn[],
  resource: string | undefined,
  name: string,
): readonly MemberTurn[] {
  return sent.some((member) => gives(member, name)) ? sent : membersOf(turn, resource);
}

function gives({ newer, up }: MemberTurn, name: string): boolean {
  return newer === name || (up?.kind === 'cel' && up.to === name);
}

function placeDown(
  turn: TurnPlan,
  members: readonly MemberTurn[],
  names: readonly string[],
): readonly string[] | undefined {
  const [first, ...rest] = names;
  const giving = members.filter((one) => gives(one, first!));
  const member = giving.find(({ older }) => older !== undefined) ?? giving[0];
  if (member === undefined) return names;
  const [source] = sourcesOf(member);
  if (source === undefined) return undefined;
  if (member.up?.kind === 'cel') return [partSource(member.up.value, rest) ?? source];
  return [source, ...(insideDown(turn, member.value, rest) ?? [])];
}

/** The older member of which a part is made of an object that an expression writes out. */
function partSource(value: Expression, [name, ...rest]: readonly string[]): string | undefined {
  const part = value.op === 'object' ? value.members.find((one) => one.name === name)?.value : undefined;
  if (part === undefined) return undefined;
  return partSource(part, rest) ?? [...(referencedPaths(part).fields.get('input') ?? [])][0];
}

function insideDown(
  turn: TurnPlan,
  value: ValueTurn | undefined,
  names: readonly string[],
): readonly string[] | undefined {
  if (value === undefined || names.length === 0) return names;
  switch (value.kind) {
    case 'choice':
      return names;
    case 'object':
      return placeDown(turn, value.members, names);
    case 'named':
      return placeDown(turn, namedMembers(turn, value.name, names[0]!), names);
    case 'list':
    case 'map':
      return [names[0]!, ...(insideDown(turn, value.item, names.slice(1)) ?? [])];
  }
}

/** Of a union the members of that object which has one of this name. */
function namedMembers(turn: TurnPlan, name: string, member: string): readonly MemberTurn[] {
  const holder = turn.holders[name];
  if (holder === undefined) return [];
  if (holder.kind === 'members') return holder.members;
  const all = Object.values(holder.cases).map((object) => membersOf(turn, object));
  return all.find((members) => members.some((one) => gives(one, member))) ?? [];
}

function unescaped(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
