import type { VersioningPlan } from '../../plan/plan.ts';
import { getLineNumber, type Source, slice } from '../../text/location.ts';
import { memo } from '../../text/memo.ts';
import { present } from '../../text/present.ts';
import { planMeaning } from '../resolve/documentation.ts';
import type { Service } from '../service.ts';
import type { ChangeModel, VersionModel } from './model.ts';

/** The rows of the Versions table, newest first. Each is planned once: a version is compared with the one below, and all that follow are listed. */
export function planVersionRows({ source, versioning }: Service): VersioningPlan['versions'] {
  return versioning.versions.map(planVersionRow(source));
}

const planVersionRow = memo((source: Source) =>
  memo(({ name, status, released, sunset, afterSunset, span, ...row }: VersionModel) => ({
    name: name.value,
    // a status that is not shown takes nothing away from those who ask for the version
    status: status?.value ?? 'supported',
    ...present({ released: released?.value, sunset: sunset?.value }),
    ...(afterSunset?.value === 'gone' ? { afterSunset: 'gone' as const } : {}),
    ...planMeaning(row),
    line: getLineNumber(source, span),
  })),
);

/** The versions, newest first, where requests name them, and the rows of Changes, newest version first. */
export function planVersioning(service: Service): VersioningPlan {
  const { placements } = service.versioning;
  const line = (span: { readonly start: number; readonly end: number }): number => getLineNumber(service.source, span);
  return {
    versions: planVersionRows(service),
    placements: placements.map(({ in: place, name, whenAbsent, span }) => ({
      in: place.value,
      ...present({ name: name?.value }),
      whenAbsent: whenAbsent?.value ?? 'current',
      line: line(span),
    })),
    changes: sortChanges(service).map((row) => ({
      version: row.version.value,
      change: row.change.value,
      where: row.where === undefined ? '' : slice(service.source, row.where.span),
      ...readChangeTarget(row),
      ...readRenaming(row),
      stated: planStated(service, row),
      ...planMeaning(row),
      line: line(row.span),
    })),
  };
}

/** The cells of a row as the document has them. */
function planStated(
  { source }: Service,
  { before, oldResponses, oldRequests }: ChangeModel,
): NonNullable<Row['stated']> {
  return {
    ...(before.length === 0 ? {} : { before: before.map(({ text }) => text) }),
    ...(oldResponses === undefined ? {} : { oldResponses: slice(source, oldResponses.span) }),
    ...(oldRequests === undefined ? {} : { oldRequests: slice(source, oldRequests.span) }),
  };
}

/** The resource whose field a row changes, else the operation. */
function readChangeTarget({ where }: ChangeModel): Pick<Row, 'resource' | 'operation'> {
  if (where === undefined) return {};
  if (where.kind === 'field') return { resource: where.of.value };
  return { operation: where.kind === 'parameter' ? where.operation.value : where.name.value };
}

/** What a row `renamed`, or a row `value removed` that names another value, says of stored data. */
function readRenaming({ change, where, before, oldResponses }: ChangeModel): Pick<Row, 'renamed'> {
  if (where?.kind !== 'field') return {};
  const [of, field] = [where.of.value, where.field.value];
  if (change.value === 'value removed' && oldResponses?.kind === 'as' && where.value !== undefined) {
    return { renamed: { of, field, value: oldResponses.name.value, from: where.value.value } };
  }
  const from = before[0]?.text;
  if (change.value !== 'renamed' || from === undefined) return {};
  return { renamed: { of, field, ...present({ value: where.value?.value }), from } };
}

type Row = VersioningPlan['changes'][number];

/** Newest version first; the rows of one version as they stand. */
function sortChanges(service: Service): readonly ChangeModel[] {
  const { versions, changes } = service.versioning;
  const byVersion = Map.groupBy(changes, ({ version }) => version.value);
  return versions.flatMap(({ name }) => byVersion.get(name.value) ?? []);
}
