import type { Both } from '../../../diff/table.ts';
import { hasSameForm } from '../../../expression/conditions/form.ts';
import type { ParameterPlan } from '../../../plan/operation.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { Side } from '../../diff/comparison.ts';
import { renamePath, renameToNewer } from '../../diff/expressions.ts';
import { formatOf } from '../../resources/formats/index.ts';
import type { ParameterPair } from './subjects.ts';

/** How what a parameter means differs: several values where it was one, which may hold a comma (`split`) or not; or otherwise. */
export function classifyMeaningChange({
  comparison,
  operation,
  old,
  now,
}: Both<ParameterPair>): 'several' | 'split' | 'other' | undefined {
  const { resource } = operation.now.plan;
  const [was, is] = [old.plan.mapsTo, now.plan.mapsTo];
  // Fields of lists are compared one by one, and what is embedded at its own fields.
  if (was.kind === is.kind && ['sort', 'search', 'expand'].includes(was.kind)) return undefined;
  const named = (path: readonly string[]): string[] => renamePath(comparison, resource, path);
  const turned = (means: ParameterPlan['mapsTo']): ParameterPlan['mapsTo'] => {
    if (means.kind === 'filter') return { ...means, path: named(means.path) };
    return means.kind === 'where'
      ? { ...means, condition: renameToNewer(comparison, { of: resource }, means.condition) }
      : means;
  };
  const before = turned(was);
  if (hasSameForm(before, is)) return undefined;
  if (before.kind !== 'filter' || before.operator !== '=' || !hasSameForm({ ...before, operator: 'in' }, is))
    return 'other';
  return mayHoldComma(comparison.old, old.plan.schema) ? 'split' : 'several';
}

function mayHoldComma(side: Side, schema: ValueSchema | undefined): boolean {
  if (schema?.type === 'choice') return schema.values.some((value) => value.includes(','));
  if (schema?.type === 'string') return formatOf(schema)?.holdsCommas ?? schema.format === undefined;
  if (schema?.type !== 'ref') return schema === undefined;
  const resource = side.plan.resources.find(({ name }) => name === schema.resource);
  return mayHoldComma(side, resource?.fields.find(({ name }) => name === resource.identity)?.schema);
}
