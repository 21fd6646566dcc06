import { type Comparison, paired, type Side } from '../../comparing/comparison.ts';
import type { PlacementModel, VersioningModel, VersionModel } from '../model.ts';

/** A version in two documents. */
export interface VersionPair {
  readonly name: string;
  readonly old?: VersionModel;
  readonly now?: VersionModel;
}

/** Where requests name their version, in two documents. */
export interface PlacementPair {
  readonly comparison: Comparison;
  readonly name: string;
  readonly old?: PlacementModel;
  readonly now?: PlacementModel;
}

/** A class that a document lays over the built-in ones, in two documents. */
export interface StatedPair {
  readonly name: string;
  readonly old?: VersioningModel['compatibility'][number];
  readonly now?: VersioningModel['compatibility'][number];
}

/** What two documents say of versions as a whole. */
export type CurrentPair = Comparison;

/** The versions of both documents. */
export function versionPairs({ old, now }: Comparison): VersionPair[] {
  return paired(old.service.versioning.versions, now.service.versioning.versions, ({ name }) => name.value);
}

/** The placements of both documents. */
export function placementPairs(comparison: Comparison): PlacementPair[] {
  const of = ({ service }: Side): readonly PlacementModel[] => service.versioning.placements;
  return paired(of(comparison.old), of(comparison.now), (one) => one.in.value).map((pair) => ({ ...pair, comparison }));
}

/** The Compatibility rows of both documents. */
export function statedPairs({ old, now }: Comparison): StatedPair[] {
  return paired(
    old.service.versioning.compatibility,
    now.service.versioning.compatibility,
    ({ change }) => change.value,
  );
}

/** The version that a request means which names none, where a document has versions. */
export function currentOf({ service }: Side): VersionModel | undefined {
  return service.versioning.versions.find(({ status }) => status?.value === 'current');
}

/** What a request means that names no version: the first placement says it. */
export function absentOf({ service }: Side): PlacementModel['whenAbsent'] {
  return service.versioning.placements[0]?.whenAbsent;
}

/** Whether a version is served. */
export function isServed({ status }: VersionModel): boolean {
  return status?.value !== 'retired';
}
