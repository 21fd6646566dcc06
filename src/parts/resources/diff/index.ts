import { exposureRules } from './exposure.ts';
import { absenceRules, presenceRules } from './fields.ts';
import { typeRules } from './types.ts';

export { ownerRules, unionRules } from './owners.ts';
export { ruleMoveRules, uniqueDifferenceRules } from './rules.ts';

/** The rules for changes of a field. */
export const fieldRules = [...presenceRules, ...typeRules, ...absenceRules, ...exposureRules];
