import type { ChangeRule } from '../../../changes/rule.ts';
import { classStated } from './class-stated.ts';
import { currentChanged } from './current-changed.ts';
import { placementAdded } from './placement-added.ts';
import { placementChanged } from './placement-changed.ts';
import { placementRemoved } from './placement-removed.ts';
import { previewWithdrawn } from './preview-withdrawn.ts';
import { releasedChanged } from './released-changed.ts';
import type { CurrentPair, PlacementPair, StatedPair, VersionPair } from './subjects.ts';
import { sunsetAnnounced } from './sunset-announced.ts';
import { sunsetEarlier } from './sunset-earlier.ts';
import { sunsetGone } from './sunset-gone.ts';
import { sunsetLater } from './sunset-later.ts';
import { sunsetServed } from './sunset-served.ts';
import { versionAdded } from './version-added.ts';
import { versionDeprecated } from './version-deprecated.ts';
import { versionForgotten } from './version-forgotten.ts';
import { versionNeeded } from './version-needed.ts';
import { versionNoLongerNeeded } from './version-no-longer-needed.ts';
import { versionRemoved } from './version-removed.ts';
import { versionRetired } from './version-retired.ts';
import { versionServedAgain } from './version-served-again.ts';
import { versionsNamedFirst } from './versions-named-first.ts';

/** What may differ in a VersionPair. */
export const versionRules: readonly ChangeRule<VersionPair>[] = [
  versionAdded,
  versionRemoved,
  versionForgotten,
  versionRetired,
  versionServedAgain,
  versionDeprecated,
  previewWithdrawn,
  sunsetEarlier,
  sunsetLater,
  sunsetAnnounced,
  sunsetGone,
  sunsetServed,
  releasedChanged,
];

/** What may differ in a CurrentPair. */
export const currentRules: readonly ChangeRule<CurrentPair>[] = [
  versionsNamedFirst,
  versionNeeded,
  versionNoLongerNeeded,
  currentChanged,
];

/** What may differ in a PlacementPair. */
export const placementRules: readonly ChangeRule<PlacementPair>[] = [
  placementAdded,
  placementRemoved,
  placementChanged,
];

/** What may differ in a StatedPair. */
export const statedRules: readonly ChangeRule<StatedPair>[] = [classStated];
