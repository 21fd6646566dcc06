import { getPreviousField } from '../../codegen/records/renames.ts';
import { collectSequences, type Sequence } from '../../codegen/records/sequences.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Comparing, Step } from './step.ts';

/** The sequences that did not count this way before. */
export function listNewSequences(
  { renames }: Comparing,
  older: ResourcePlan,
  resource: ResourcePlan,
): readonly Sequence[] {
  const known = new Set(collectSequences(older).map((sequence) => JSON.stringify(sequence)));
  const before = (name: string): string => getPreviousField(renames, resource.name, name);
  return collectSequences(resource).filter(({ field, within }) => {
    return !known.has(JSON.stringify({ field: before(field), within: within.map(before) }));
  });
}

/** The step of such a sequence. */
export function createSequenceStep(resource: ResourcePlan, { field, within }: Sequence): Step {
  const each = within.length === 0 ? '' : ` for each value of ${within.map((name) => `\`${name}\``).join(', ')}`;
  const words = `\`${field}\` continues after the largest existing number${each}`;
  return { kind: 'number', name: `${resource.name}.${field}`, words };
}
