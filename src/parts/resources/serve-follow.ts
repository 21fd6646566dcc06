import { refsRead } from '../../plan/neighbours.ts';
import type { CompiledResource } from '../../steps/compiled.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { Draft, FieldProblem, Maybe, RecordValue } from '../../steps/record.ts';
import { takenFrom } from '../states/serve-rows.ts';
import { refsLoader } from './serve-refs.ts';

/** With what the rows and rules of records are asked that follow another's deletion. */
export interface Following {
  /** What is given of one of them: the caller and the transaction are those of the deletion, the record before is its own. */
  of(given: Given, before: RecordValue): Given;
  /** Looks up what its rows and rules read through references, as they hang on the record. */
  look(own: Given, record: RecordValue): Maybe<void>;
}

const followed = new Set(['delete', 'update', 'replace']);

/** Makes it for the records of one resource. */
export function followingOf(
  making: Pick<Making, 'plan' | 'compiled' | 'store'>,
  { plan: { rules, machines } }: CompiledResource,
): Following {
  const rows = machines.flatMap(({ transitions }) => transitions.filter(({ name }) => followed.has(name)));
  return {
    of({ caller, now, transaction }, before) {
      return { caller, now, transaction, before, input: {}, fields: {}, parameters: {}, refs: {} } as unknown as Given;
    },
    look: refsLoader(refsRead(rules, rows), making),
  };
}

/**
 * Takes the rows of `update` or `delete` of a record that follows another's deletion: `may` when there are none, or one whose
 * guard holds has done its effect in `into`; `may not` when one forbids it, keeps the record, or needs what is not there.
 */
export async function takeRow(
  resource: CompiledResource,
  own: Given,
  names: readonly string[],
  record: RecordValue,
  into: Draft | undefined,
): Promise<'may' | 'may not'> {
  for (const [m, machine] of resource.plan.machines.entries()) {
    const { field, transitions } = machine;
    const callable = transitions.map((plan, i) => ({ plan, code: resource.machines[m]!.rows[i]! }));
    const free = callable.filter(({ plan }) => plan.trigger === undefined || plan.trigger.kind === 'code');
    const name = names.find((one) => free.some(({ plan }) => plan.name === one));
    if (name === undefined) continue;
    const state = field === undefined ? undefined : (own.before![field] as string);
    const rows = free.filter(({ plan }) => plan.name === name && takenFrom(plan, field, state));
    const row = rows.find(({ code }) => code.guard(own, record));
    if (row === undefined || row.plan.to.kind === 'refused' || row.plan.to.kind === 'state') return 'may not';
    if (row.plan.effects.length === 0 || into === undefined) continue;
    const problems: FieldProblem[] = [];
    const next = (of: string, within: readonly unknown[]): number | Promise<number> =>
      own.transaction!.next(resource.plan.name, of, within);
    await row.code.effect(own, record, into, next, problems);
    if (problems.length > 0) return 'may not';
  }
  return 'may';
}
