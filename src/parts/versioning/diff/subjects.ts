import { type Comparison, pairByName, type Side } from '../../diff/comparison.ts';
import type { PlacementModel, VersioningModel, VersionModel } from '../model.ts';

/** A version in two documents. */
export interface VersionPair {
  readonly name: string;
  readonly old?: VersionModel;
  readonly now?: VersionModel;
}

/** Where requests name their version, in two documents. */
export interface PlacementPair {
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

/** The versions of both documents. */
export function pairVersions({ old, now }: Comparison): VersionPair[] {
  return pairByName(old.service.versioning.versions, now.service.versioning.versions, ({ name }) => name.value);
}

/** The placements of both documents. */
export function pairPlacements({ old, now }: Comparison): PlacementPair[] {
  return pairByName(
    old.service.versioning.placements,
    now.service.versioning.placements,
    (placement) => placement.in.value,
  );
}

/** The Compatibility rows of both documents. */
export function pairStatedRows({ old, now }: Comparison): StatedPair[] {
  return pairByName(
    old.service.versioning.compatibility,
    now.service.versioning.compatibility,
    ({ change }) => change.value,
  );
}

/** The version that a request means which names none, where a document has versions. */
export function findCurrentVersion({ service }: Side): VersionModel | undefined {
  return service.versioning.versions.find(({ status }) => status?.value === 'current');
}

/** Whether a version is served today: it is neither `retired` nor `gone` since its sunset. */
export function isServed(version: VersionModel): boolean {
  if (version.status?.value === 'retired') return false;
  return !isGoneAfterSunset(version) || version.sunset!.value > new Date().toISOString().slice(0, 10);
}

/** Whether the service stops serving a version at its sunset. */
export function isGoneAfterSunset({ sunset, afterSunset }: VersionModel): boolean {
  return sunset !== undefined && afterSunset?.value === 'gone';
}

/** Whether two documents state the same kind of end: other rules report that a version is `gone` in one of them only. */
export function endsAlike(old: VersionModel, now: VersionModel): boolean {
  return isServed(old) === isServed(now) && isGoneAfterSunset(old) === isGoneAfterSunset(now);
}
