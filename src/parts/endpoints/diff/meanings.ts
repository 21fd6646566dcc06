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
  if ((was.kind === 'sort' && is.kind === 'sort') || (was.kind === 'search' && is.kind === 'search')) return undefined;
  const named = (path: readonly string[]): string[] => renamePath(comparison, resource, path);
  const turned = (means: ParameterPlan['mapsTo']): ParameterPlan['mapsTo'] => {
    if (means.kind === 'filter') return { ...means, path: named(means.path) };
    if (means.kind === 'expand') return { kind: means.kind, field: named([means.field])[0]! };
    return means.kind === 'where'
      ? { ...means, condition: renameToNewer(comparison, { of: resource }, means.condition) }
      : means;
  };
  // what is embedded is told at its own fields
  const plain: ParameterPlan['mapsTo'] = is.kind === 'expand' ? { kind: is.kind, field: is.field } : is;
  const before = turned(was);
  if (hasSameForm(before, plain)) return undefined;
  if (before.kind !== 'filter' || before.operator !== '=' || !hasSameForm({ ...before, operator: 'in' }, plain))
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
