import type { CompiledResource } from '../../steps/compiled.ts';
import type { Given } from '../../steps/given.ts';
import type { Draft, FieldProblem, RecordValue } from '../../steps/record.ts';
import { takenFrom } from '../states/serve-rows.ts';

/**
 * Takes the rows of `update` or `delete` of a record that follows another's deletion: `may` when there are none, or one whose
 * guard holds has done its effect in `into`; `may not` when one forbids it, keeps the record, or needs what is not there.
 */
export async function takeRow(
  resource: CompiledResource,
  given: Given,
  before: RecordValue,
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
    const state = field === undefined ? undefined : (before[field] as string);
    const rows = free.filter(({ plan }) => plan.name === name && takenFrom(plan, field, state));
    const row = rows.find(({ code }) => code.guard(given, record));
    if (row === undefined || row.plan.to.kind === 'refused' || row.plan.to.kind === 'state') return 'may not';
    if (row.plan.effects.length === 0 || into === undefined) continue;
    const problems: FieldProblem[] = [];
    const next = (of: string, within: readonly unknown[]): number | Promise<number> =>
      given.transaction!.next(resource.plan.name, of, within);
    await row.code.effect(given, record, into, next, problems);
    if (problems.length > 0) return 'may not';
  }
  return 'may';
}
