import type { Both } from '../../../diff/table.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import { findInnermostSchema, formatChange, formatOf, formatType, listValues } from '../../resources/diff/schemas.ts';
import type { ParameterPair, ParameterSide } from './subjects.ts';

/** How the values that a parameter takes differ by its type, where that is stated as `input …`: more, fewer, or others. */
export function classifyTypeChange({ old, now }: Both<ParameterPair>): 'wider' | 'narrower' | 'other' | undefined {
  const [was, is] = [getInputType(old), getInputType(now)];
  if (was === undefined || is === undefined) return undefined;
  const [before, after] = [formatWhole(was), formatWhole(is)];
  if (before === after) return formatChange(was, is);
  if (isWithin(was, is)) return 'wider';
  return isWithin(is, was) ? 'narrower' : 'other';
}

/** The values of a `one of` in a parameter whose type is the same otherwise. */
export function listInputValues(side: ParameterSide, { old, now }: Both<ParameterPair>): readonly string[] {
  const [was, is] = [getInputType(old), getInputType(now)];
  if (was === undefined || is === undefined || formatWhole(was) !== formatWhole(is)) return [];
  return listValues(getInputType(side)!);
}

function getInputType({ plan: { mapsTo, schema } }: ParameterSide): ValueSchema | undefined {
  return mapsTo.kind === 'input' ? schema : undefined;
}

function formatWhole(schema: ValueSchema): string {
  return `${schema.nullable === true ? 'nullable ' : ''}${formatType(schema)}`;
}

/** Whether each text that is a value of one type is a value of the other. */
function isWithin(narrow: ValueSchema, wide: ValueSchema): boolean {
  if (narrow.type === 'list' && wide.type === 'list') return isWithin(narrow.item, wide.item);
  if (narrow.nullable === true && wide.nullable !== true) return false;
  const isText = wide.type === 'string' && formatOf(wide) === undefined;
  const isPlain = narrow.type !== 'list' && narrow.type !== 'map' && narrow.type !== 'named' && narrow.type !== 'any';
  if (isText && isPlain && narrow.type !== 'object') return true;
  if (narrow.type === 'integer' && wide.type === 'number') return true;
  return formatType(narrow) === formatType(wide) && formatOf(findInnermostSchema(narrow)) === formatOf(wide);
}
