import type { Span } from '../../../text/location.ts';
import { type Comparison, getCellString, pairByName, type Side } from '../../diff/comparison.ts';
import type { Service } from '../../service.ts';
import type { ChangeModel, PlacementModel, VersioningModel, VersionModel } from '../model.ts';

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

/** A row of Changes of one document, with what it says as text. */
export interface RowSide {
  readonly row: ChangeModel;
  readonly says: string;
}

/** A row of Changes in two documents; `below` is the newest version below it that both serve. */
export interface RowPair {
  readonly name: string;
  readonly below: string;
  readonly old?: RowSide;
  readonly now?: RowSide;
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

/** The rows of Changes above a version that both documents serve; rows `behavior` describe what no document shows. */
export function pairRows({ old, now }: Comparison): RowPair[] {
  const sides = [old, now] as const;
  const [names, others] = sides.map(({ service }) => service.versioning.versions.map(({ name }) => name.value));
  const [served, servedNow] = sides.map(
    ({ service }) => new Set(service.versioning.versions.filter(isServed).map(({ name }) => name.value)),
  );
  return names!.flatMap((version, at) => {
    const below = names!.slice(at + 1).find((name) => served!.has(name) && servedNow!.has(name));
    if (below === undefined || !others!.includes(version)) return [];
    const [rows, rowsNow] = sides.map(({ service }) => listRowsOf(service, version));
    return pairByName(rows!, rowsNow!, ({ key }) => key).map(({ name, ...pair }) => ({ ...pair, name, below }));
  });
}

function listRowsOf({ source, versioning }: Service, version: string): readonly (RowSide & { readonly key: string })[] {
  const text = (span: Span | undefined): string => (span === undefined ? '' : getCellString(source, span));
  return versioning.changes
    .filter((row) => row.version.value === version && row.change.value !== 'behavior')
    .map((row) => {
      const says = [
        ...row.before.map(({ span }) => text(span)),
        text(row.oldResponses?.span),
        text(row.oldRequests?.span),
      ];
      return { row, says: says.join('\n'), key: `${row.change.value} ${text(row.where?.span).replace(/[`"]/g, '')}` };
    });
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
