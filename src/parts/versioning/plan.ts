import type { StepPlan } from '../../plan/operation.ts';
import type { VersioningPlan } from '../../plan/plan.ts';
import { lineOf } from '../../text/place.ts';
import type { OperationModel } from '../endpoints/model.ts';
import type { Service } from '../service.ts';
import type { ChangeModel, PlacementModel } from './model.ts';

/** The rows of the Versions table, newest first. */
export function planVersionRows({ source, versioning }: Service): VersioningPlan['versions'] {
  return versioning.versions.map(({ name, status, released, sunset, span }) => ({
    name: name.value,
    // a status that is not shown takes nothing away from those who ask for the version
    status: status?.value ?? 'supported',
    ...(released === undefined ? {} : { released: released.value }),
    ...(sunset === undefined ? {} : { sunset: sunset.value }),
    line: lineOf(source, span),
  }));
}

/** The versions, newest first, where requests name them, and the rows of Changes, newest version first. */
export function planVersioning(service: Service): VersioningPlan {
  const { placements } = service.versioning;
  const line = (span: { readonly start: number; readonly end: number }): number => lineOf(service.source, span);
  return {
    versions: planVersionRows(service),
    placements: placements.map(({ in: place, name, whenAbsent, span }) => ({
      in: place.value,
      ...(name === undefined ? {} : { name: name.value }),
      whenAbsent: whenAbsent?.value ?? 'current',
      line: line(span),
    })),
    changes: inOrder(service).map((row) => ({
      version: row.version.value,
      change: row.change.value,
      where: row.where === undefined ? '' : service.source.text.slice(row.where.span.start, row.where.span.end),
      ...renamedOf(row),
      line: line(row.span),
    })),
  };
}

/** What a row `renamed`, or a row `value removed` that names another value, says of stored data. */
function renamedOf({ change, where, before, olderCallers }: ChangeModel): Pick<Row, 'renamed'> {
  if (where?.kind !== 'field') return {};
  const [of, field] = [where.of.value, where.field.value];
  if (change.value === 'value removed' && olderCallers?.kind === 'as' && where.value !== undefined) {
    return { renamed: { of, field, value: olderCallers.name.value, from: where.value.value } };
  }
  const from = before[0]?.text;
  if (change.value !== 'renamed' || from === undefined) return {};
  return { renamed: { of, field, ...(where.value === undefined ? {} : { value: where.value.value }), from } };
}

type Row = VersioningPlan['changes'][number];

/** Newest version first; the rows of one version as they stand. */
function inOrder(service: Service): readonly ChangeModel[] {
  const { versions, changes } = service.versioning;
  const byVersion = new Map<string, ChangeModel[]>(versions.map((version) => [version.name.value, []]));
  for (const change of changes) byVersion.get(change.version.value)?.push(change);
  return [...byVersion.values()].flat();
}

/** The steps by which a request gets its version, in words, each with its line. */
export function stepsFor(service: Service, operation: OperationModel): StepPlan[] {
  const { placements, versions } = service.versioning;
  const steps = placements.map(
    (placement): StepPlan => ({
      step: 'versioning/version',
      words: placementWords(placement),
      line: lineOf(service.source, placement.span),
    }),
  );
  const served = versions.some(({ status }) => status?.value === 'supported' || status?.value === 'deprecated');
  if (!served) return steps;
  const turned = inOrder(service).filter((change) => concerns(change, operation));
  return [
    ...steps,
    ...turned.map(
      ({ version, change, where, span }): StepPlan => ({
        step: 'versioning/request',
        words: `of a caller before ${version.value}: ${where === undefined ? '' : service.source.text.slice(where.span.start, where.span.end)} (${change.value})`,
        line: lineOf(service.source, span),
      }),
    ),
  ];
}

function placementWords({ in: place, name, whenAbsent }: PlacementModel): string {
  const absent = whenAbsent?.value ?? 'current';
  const otherwise = absent === 'refused' ? 'without it the request is refused' : `without it ${absent} is meant`;
  return `the version is read from the ${place.value}${name === undefined ? '' : ` ${name.value}`}; ${otherwise}`;
}

function concerns({ where }: ChangeModel, { name }: OperationModel): boolean {
  if (where === undefined) return false;
  if (where.kind === 'field') return where.of.value === name.resource?.value;
  if (where.kind === 'parameter') return where.operation.value === name.text;
  return where.name.value === name.text;
}
