import type { Expression } from '../../expression/tree.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { InputShape } from '../../plan/shape.ts';
import type { MemberTurn, TurnPlan } from '../../plan/turn.ts';
import type { FieldProblem, RecordValue } from '../../steps/record.ts';
import type { VersionTurning } from '../../steps/versions.ts';
import { byField, fieldsOf, type Meant, meantBy } from './meant.ts';
import { versionNames } from './names.ts';
import { type InputReading, type MembersUp, membersUp, upsOf } from './up.ts';

/** What turns the bodies of one operation is made of. */
export interface BodiesMaking {
  readonly turns: readonly TurnPlan[];
  readonly operation: OperationPlan;
  /** The Request of the older version. */
  readonly input: InputShape | undefined;
  expression(tree: Expression): InputReading;
  /** The present record as the version below the turn of this index shows it. */
  downTo(record: RecordValue, turn: number): RecordValue;
}

interface BodyStep {
  readonly at: number;
  readonly run: MembersUp | undefined;
  /** By the name of a member of the body, the field that it means. */
  readonly fields: Meant;
  pointer(pointer: string): string;
}

/** Makes what turns the members of bodies of an operation, turn by turn, the oldest first. */
export function bodiesUp(making: BodiesMaking): Pick<VersionTurning, 'up' | 'touched'> {
  const { turns, operation } = making;
  const { name, resource } = operation;
  let fields = fieldsOf(making.input);
  const steps: BodyStep[] = [];
  for (let at = turns.length - 1; at >= 0; at--) {
    const turn = turns[at]!;
    const members = turn.operations[name]?.input ?? [];
    const upwards = { turn, expression: making.expression };
    const run = members.length === 0 ? undefined : membersUp(upwards, members, upsOf(upwards));
    const below = versionNames(turns.slice(at + 1));
    fields = new Map([...fields, ...meantBy(members)]);
    steps.push({ at, run, fields, pointer: (pointer) => below.pointerDown(name, resource, pointer) });
    fields = fieldsAbove(turn, operation, fields, members);
  }
  return {
    up(sent, before, whole, problems) {
      let members: Record<string, unknown> = { ...sent };
      for (const { at, run, fields, pointer } of steps) {
        if (run === undefined) continue;
        const own = byField(members, fields);
        const input = before === undefined ? own : { ...making.downTo(before, at), ...own };
        const found: FieldProblem[] = [];
        members = run(members, input, whole, '', found);
        for (const problem of found) problems.push({ ...problem, pointer: pointer(problem.pointer ?? '') });
      }
      return members;
    },
    touched(member) {
      let names: readonly string[] = [member];
      for (const { at } of steps) names = above(turns[at]!.operations[name]?.input ?? [], names);
      return names;
    },
  };
}

/** The members that some members of the version below become. */
function above(members: readonly MemberTurn[], names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const found = members.filter(({ older }) => older === name);
    if (found.length === 0) return [name];
    return found.flatMap(({ newer, up }) => {
      if (up?.kind === 'ignored') return [];
      const to = (up?.kind === 'cel' ? up.to : undefined) ?? newer;
      return to === undefined ? [] : [to];
    });
  });
}

function fieldsAbove(
  turn: TurnPlan,
  { resource }: OperationPlan,
  fields: Meant,
  members: readonly MemberTurn[],
): Meant {
  const holder = resource === undefined ? undefined : turn.holders[resource];
  const renamed = holder?.kind === 'members' ? holder.members : [];
  const made = new Map<string, string>();
  for (const [name, field] of fields) {
    const newer = renamed.find(({ older }) => older === field)?.newer ?? field;
    for (const one of above(members, [name])) made.set(one, newer);
  }
  return made;
}
