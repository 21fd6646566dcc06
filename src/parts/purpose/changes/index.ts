import type { ChangeRule } from '../../../changes/rule.ts';
import { contactChanged } from './contact-changed.ts';
import { nameChanged } from './name-changed.ts';
import { outOfScopeAdded } from './out-of-scope-added.ts';
import { outOfScopeRemoved } from './out-of-scope-removed.ts';
import { proseChanged } from './prose-changed.ts';
import { scopeAdded } from './scope-added.ts';
import { scopeRemoved } from './scope-removed.ts';
import type { PurposePair } from './subjects.ts';
import { termsChanged } from './terms-changed.ts';

/** What may differ in a PurposePair. */
export const purposeRules: readonly ChangeRule<PurposePair>[] = [
  proseChanged,
  nameChanged,
  scopeAdded,
  scopeRemoved,
  outOfScopeAdded,
  outOfScopeRemoved,
  contactChanged,
  termsChanged,
];
