import type { CodePlan, ErrorsPlan } from '../../plan/plan.ts';

/** Where a refusal happens: the operation, the one that its code `called`, the transition (`pay Invoice`), the resource. */
export interface RefusedAt {
  readonly operation?: string | undefined;
  readonly called?: string | undefined;
  readonly transition?: string | undefined;
  readonly resource?: string | undefined;
}

/** Gives the code that answers a refusal, or undefined at a gap. */
export type Chooser = (condition: string, place: RefusedAt, named?: string) => CodePlan | undefined;

interface Rows {
  readonly plain?: CodePlan;
  readonly narrowed?: ReadonlyMap<string, CodePlan>;
}

/**
 * Makes the choice of section 8: a code that is named answers; else the row of the condition narrowed to the operation, the
 * transition or the resource; else the row without narrowing. The tables are made once; a choice makes nothing new.
 */
export function chooser(errors: ErrorsPlan): Chooser {
  const byCode = new Map<string, CodePlan>();
  const byCondition = new Map<string, { plain?: CodePlan; narrowed?: Map<string, CodePlan> }>();
  for (const code of errors.codes) {
    if (!byCode.has(code.code)) byCode.set(code.code, code);
    for (const { name, on, raisedBy, byName } of code.conditions) {
      if (raisedBy !== undefined || byName === true) continue;
      const rows = byCondition.get(name) ?? {};
      byCondition.set(name, rows);
      if (on === undefined) rows.plain ??= code;
      else {
        rows.narrowed ??= new Map();
        if (!rows.narrowed.has(on.name)) rows.narrowed.set(on.name, code);
      }
    }
  }
  return (condition, place, named) => {
    const code = named === undefined ? undefined : byCode.get(named);
    if (code !== undefined) return code;
    const rows = byCondition.get(condition);
    return rows === undefined ? undefined : rowAt(rows, place);
  };
}

function rowAt(
  { plain, narrowed }: Rows,
  { operation, called, transition, resource }: RefusedAt,
): CodePlan | undefined {
  if (narrowed === undefined) return plain;
  return (
    (operation === undefined ? undefined : narrowed.get(operation)) ??
    (called === undefined ? undefined : narrowed.get(called)) ??
    (transition === undefined ? undefined : narrowed.get(transition)) ??
    (resource === undefined ? undefined : narrowed.get(resource)) ??
    plain
  );
}
