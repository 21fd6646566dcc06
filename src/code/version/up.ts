import { isExpressionError } from '../../expression/failures.ts';
import type { Expression } from '../../expression/tree.ts';
import type { MemberTurn, TurnPlan, UpTurn, ValueTurn } from '../../plan/turn.ts';
import type { FieldProblem, RecordValue } from '../../steps/record.ts';
import { pointerTo } from '../module.ts';
import { isObject, statedValue } from './down.ts';
import { byField, meantBy } from './meant.ts';

/** Works out an expression over `input`; throws the expression's error where it fails. */
export type InputReading = (input: RecordValue) => unknown;

/** Turns a value that an older caller sent; what is wrong with it is told at a pointer of that version. */
export type Up = (value: unknown, pointer: string, problems: FieldProblem[]) => unknown;

/** Turns members: `input` is what their expressions read, `whole` that what was left out gets the stated value. */
export type MembersUp = (
  sent: RecordValue,
  input: RecordValue,
  whole: boolean,
  pointer: string,
  problems: FieldProblem[],
) => Record<string, unknown>;

/** What makes the functions of one turn. */
export interface UpMaking {
  readonly turn: TurnPlan;
  /** Prepares an expression over `input`. */
  expression(tree: Expression): InputReading;
}

/** By the name of an object or union, how its values are turned up by one turn; what does not differ has none. */
export function upsOf(making: UpMaking): ReadonlyMap<string, Up> {
  const made = new Map<string, Up>();
  for (const [name, holder] of Object.entries(making.turn.holders)) {
    if (holder.kind === 'members') {
      const members = membersUp(making, holder.members, made);
      made.set(name, (value, pointer, problems) =>
        isObject(value) ? members(value, value, true, pointer, problems) : value,
      );
      continue;
    }
    const { tag, cases } = holder;
    made.set(name, (value, pointer, problems) => {
      const object = isObject(value) ? cases[String(value[tag])] : undefined;
      const turn = object === undefined ? undefined : made.get(object);
      return turn === undefined ? value : turn(value, pointer, problems);
    });
  }
  return made;
}

type Ups = ReadonlyMap<string, Up>;
type Put = (into: Record<string, unknown>, ...given: Parameters<MembersUp>) => void;

/** Makes what turns the members of a body or an object. */
export function membersUp(making: UpMaking, members: readonly MemberTurn[], all: Ups): MembersUp {
  const taken = new Set(members.flatMap(({ older }) => (older === undefined ? [] : [older])));
  const puts = members.map((member) => memberUp(making, member, all));
  return (sent, input, whole, pointer, problems) => {
    const made: Record<string, unknown> = {};
    for (const name of Object.keys(sent)) if (!taken.has(name)) set(made, name, sent[name]);
    for (const put of puts) put(made, sent, input, whole, pointer, problems);
    return made;
  };
}

function memberUp(making: UpMaking, member: MemberTurn, all: Ups): Put {
  const { older, newer, up } = member;
  const turned = member.value === undefined ? undefined : valueUp(making, member.value, all);
  const wasSent = (sent: RecordValue): boolean =>
    older !== undefined && Object.hasOwn(sent, older) && sent[older] !== undefined;
  const plain: Put = (into, sent, _, __, pointer, problems) => {
    if (newer === undefined || !wasSent(sent)) return;
    const value = sent[older!];
    const known = value === null || turned === undefined ? value : turned(value, pointer + pointerTo(older!), problems);
    set(into, newer, known);
  };
  if (up === undefined) return plain;
  const at = older ?? newer ?? '';
  if (up.kind !== 'default' && up.kind !== 'cel') {
    if (up.kind === 'ignored') return () => undefined;
    return (_, sent, __, ___, pointer, problems) => {
      if (wasSent(sent)) problems.push(wrongAt(pointer + pointerTo(at), 'may no longer be sent', up.line));
    };
  }
  const stated = statedUp(making, up, at);
  if (up.absent === true) {
    return (into, sent, input, whole, pointer, problems) => {
      if (wasSent(sent)) plain(into, sent, input, whole, pointer, problems);
      else if (whole && newer !== undefined) set(into, newer, stated(input, pointer, problems));
    };
  }
  const target = (up.kind === 'cel' ? up.to : undefined) ?? newer;
  return (into, sent, input, _, pointer, problems) => {
    if (target === undefined || !wasSent(sent)) return;
    set(into, target, sent[older!] === null ? null : stated(input, pointer, problems));
  };
}

type Stated = (input: RecordValue, pointer: string, problems: FieldProblem[]) => unknown;

function statedUp(making: UpMaking, up: UpTurn & { readonly kind: 'default' | 'cel' }, name: string): Stated {
  if (up.kind === 'default') {
    const value = statedValue(up);
    return () => value;
  }
  const read = making.expression(up.value);
  return (input, pointer, problems) => {
    try {
      return read(input);
    } catch (thrown) {
      if (!isExpressionError(thrown)) throw thrown;
      problems.push(wrongAt(pointer + pointerTo(name), 'cannot be turned into what is asked for now', up.line));
      return undefined;
    }
  };
}

function wrongAt(pointer: string, message: string, line: number): FieldProblem {
  return { pointer, problem: 'constraint', message, line };
}

/** Turns a value by its type. */
export function valueUp(making: UpMaking, turn: ValueTurn, all: Ups): Up {
  switch (turn.kind) {
    case 'choice': {
      const values = new Map(Object.entries(turn.up));
      return (value) => values.get(value as string) ?? value;
    }
    case 'named':
      return (value, pointer, problems) => all.get(turn.name)?.(value, pointer, problems) ?? value;
    case 'object': {
      const members = membersUp(making, turn.members, all);
      const fields = meantBy(turn.members);
      return (value, pointer, problems) =>
        isObject(value) ? members(value, byField(value, fields), true, pointer, problems) : value;
    }
    case 'list':
    case 'map': {
      const item = valueUp(making, turn.item, all);
      const one: Up = (value, pointer, problems) => (value === null ? null : item(value, pointer, problems));
      return (value, pointer, problems) => {
        if (Array.isArray(value)) return value.map((held, i) => one(held, `${pointer}/${i}`, problems));
        if (!isObject(value)) return value;
        const entries = Object.entries(value);
        return Object.fromEntries(
          entries.map(([name, held]) => [name, one(held, pointer + pointerTo(name), problems)]),
        );
      };
    }
  }
}

/** Sets a member, `__proto__` as a plain one too. */
function set(into: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) return;
  if (name !== '__proto__') into[name] = value;
  else Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}
