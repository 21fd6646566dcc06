import type { ChangeRule } from '../../../changes/rule.ts';
import { appliesToLess } from './applies-to-less.ts';
import { appliesToMore } from './applies-to-more.ts';
import { beyondChanged } from './beyond-changed.ts';
import { clampedNow } from './clamped-now.ts';
import { countedOtherwise } from './counted-otherwise.ts';
import { kindChanged } from './kind-changed.ts';
import { limitAdded } from './limit-added.ts';
import { limitRemoved } from './limit-removed.ts';
import { looser } from './looser.ts';
import { noLongerClamped } from './no-longer-clamped.ts';
import { noLongerTold } from './no-longer-told.ts';
import { rateShapedOtherwise } from './rate-shaped-otherwise.ts';
import type { LimitPair, ToldPair } from './subjects.ts';
import { tighter } from './tighter.ts';
import { toldNow } from './told-now.ts';
import { usualPageChanged } from './usual-page-changed.ts';

/** What may differ in a LimitPair. */
export const limitRules: readonly ChangeRule<LimitPair>[] = [
  limitAdded,
  limitRemoved,
  tighter,
  looser,
  rateShapedOtherwise,
  usualPageChanged,
  kindChanged,
  appliesToMore,
  appliesToLess,
  countedOtherwise,
  beyondChanged,
  noLongerClamped,
  clampedNow,
];

/** What may differ in a ToldPair. */
export const toldRules: readonly ChangeRule<ToldPair>[] = [noLongerTold, toldNow];
