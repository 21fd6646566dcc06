import type { OperationPlan, RefusalPlan } from '../../plan/operation.ts';
import type { CodePlan, ErrorsPlan } from '../../plan/plan.ts';
import { memo } from '../../text/memo.ts';

/** Where a refusal happens: the operation, the one that its code `called`, the transition (`pay Invoice`), the resource. */
export interface RefusedAt {
  readonly operation?: string | undefined;
  readonly called?: string | undefined;
  readonly transition?: string | undefined;
  readonly resource?: string | undefined;
}

/** A refusal that a service can give, the place at which the rows of Errors look for it, and the line of the fact behind it. */
export interface PossibleRefusal extends RefusedAt {
  readonly condition: string;
  /** The code of the row that answers it; left out: no row does. */
  readonly code?: string;
  /** The code is the one that the fact names in Refusal, Otherwise or When exceeded. */
  readonly isNamed: boolean;
  readonly line: number;
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
export function createErrorChooser(errors: ErrorsPlan): Chooser {
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
    return rows === undefined ? undefined : findRowAt(rows, place);
  };
}

function findRowAt(
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

/** Returns the chooser of a plan's rows of Errors, created once. */
export const getChooser = memo((errors: ErrorsPlan): Chooser => {
  return createErrorChooser(errors);
});

/** Returns what an operation is about: its resource, and the transition that it runs. */
export function getRefusalSubject({ kind, verb, resource }: OperationPlan): Pick<RefusedAt, 'transition' | 'resource'> {
  return { transition: kind === 'transition' ? `${verb} ${resource}` : undefined, resource };
}

/** Returns where a planned refusal happens: at what it names, else at what its operation is about. */
export function getRefusalLocation(refusal: RefusalPlan, operation: OperationPlan | undefined): RefusedAt {
  const subject = operation === undefined ? {} : getRefusalSubject(operation);
  return {
    operation: operation?.name,
    ...(refusal.called === undefined ? {} : { called: refusal.called }),
    transition: refusal.transition ?? subject.transition,
    resource: refusal.resource ?? subject.resource,
  };
}

/** Returns the code that answers a planned refusal; an empty object where no row does. */
export function chooseCode(
  choose: Chooser,
  refusal: RefusalPlan,
  operation?: OperationPlan,
): Pick<RefusalPlan, 'code'> {
  const row = choose(refusal.condition, getRefusalLocation(refusal, operation), refusal.named);
  return row === undefined ? {} : { code: row.code };
}
