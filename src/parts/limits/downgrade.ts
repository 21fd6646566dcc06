import type { Older } from '../resolve/older.ts';
import type { LimitsModel } from './model.ts';

/** The limits with the values that callers of an older version keep. */
export function undo({ service, limits }: Older): LimitsModel {
  return {
    ...service.limits,
    limits: service.limits.limits.map((limit) => limits.get(limit.name.value) ?? limit),
  };
}
