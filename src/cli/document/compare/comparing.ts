import { type ChangeClass, isOf } from '../../../diff/change.ts';
import type { ChangeReport, LogLine, Reported, StoredTable } from '../../../diff/report.ts';
import { type RowDraft, unknown } from '../../../diff/row.ts';
import { type Compared, compareServices, type Differences } from '../../../parts/compare.ts';
import { findRenamedOwners, renameOwners } from '../../../parts/diff/owners.ts';
import { buildPlan, type Document, readDocument } from '../../../parts/index.ts';
import type { LogFinding } from '../../../parts/versioning/compare/log.ts';
import { buildPlannedMigration, type PlannedTable } from '../../../stores/migration/planned.ts';
import { migrationDialects } from '../../../stores/migration-dialects.ts';
import { getLineNumber } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';

/** Compares two documents without errors: their changes, the rows of Changes, and the migration steps. */
export function createReport(old: Document, now: Document): ChangeReport {
  const plans = { old: buildPlan(old.service), now: buildPlan(now.service) };
  const { changes, changelog, mismatches } = findDifferences(
    { service: old.service, plan: plans.old },
    { service: now.service, plan: plans.now },
  );
  const planned = migrationDialects.map((dialect) => ({
    store: dialect.name,
    tables: buildPlannedMigration(plans.old, plans.now, dialect),
  }));
  const migration = planned[0]!.tables.map(({ name, steps }): StoredTable => {
    const listed = steps.map(({ name: of, words, line }) => ({
      name: of,
      words,
      ...present({ line }),
    }));
    const sqlOf = (tables: readonly PlannedTable[]) => tables.find((table) => table.name === name)?.sql ?? [];
    return { name, steps: listed, sql: Object.fromEntries(planned.map(({ store, tables }) => [store, sqlOf(tables)])) };
  });
  const missing = changelog.flatMap((finding) => (finding.kind === 'missing' ? [finding.row] : []));
  return {
    old: old.source,
    now: now.source,
    changes: withMigration(changes, migration),
    stores: migrationDialects,
    changelog: changelog.map((finding) => logLine(now, finding)),
    mismatches,
    version: findNewVersion(old, now) ?? unknown,
    missing: missing.length > 0 ? missing : findUnlistedRows(now, changes),
    migration,
  };
}

/** Compares two services after it gives renamed resources, objects and unions the same name in both. */
function findDifferences(old: Compared, now: Compared): Differences {
  const owners = findRenamedOwners(old.service, now.service);
  if (owners.size === 0) return compareServices(old, now);
  const { source, back } = renameOwners(old.service.source, owners);
  const { service, diagnostics } = readDocument(source);
  if (diagnostics.some(({ severity }) => severity === 'error')) return compareServices(old, now);
  const { changes, ...rest } = compareServices({ service, plan: buildPlan(service) }, now, owners);
  const placed = changes.map((change) => (change.old === undefined ? change : { ...change, old: back(change.old) }));
  return { changes: placed, ...rest };
}

/** Returns the top version of the newer document if the older one lacks it or has it as a preview. */
export function findNewVersion(old: Document, now: Document): string | undefined {
  const top = now.service.versioning.versions[0]?.name.value;
  const was = old.service.versioning.versions.find(({ name }) => name.value === top);
  return was === undefined || was.status?.value === 'preview' ? top : undefined;
}

/** Classes that set exit status 1 unless `--allow` names them. */
export const refusedClasses = ['exposes', 'breaking'] as const satisfies readonly ChangeClass[];

/** Returns whether a change or a witness has a class of `refusedClasses` that is not allowed. A version that is kept has to stay as it is. */
export function isRefused({ changes, proof }: ChangeReport, allowed: readonly string[]): boolean {
  return refusedClasses.some(
    (name) =>
      (!allowed.includes(name) && changes.some((change) => isOf(change, name))) ||
      ((!allowed.includes(name) || proof?.version !== undefined) &&
        proof?.witnesses.some((one) => one.class === name) === true),
  );
}

/** Returns the rows of a document without versions: it misses none, but the report lists what they would be. */
function findUnlistedRows(
  { service }: Document,
  changes: readonly { readonly rows: readonly RowDraft[] }[],
): RowDraft[] {
  if (service.versioning.versions.length > 0) return [];
  const rows = new Map(changes.flatMap((change) => change.rows).map((row) => [`${row.change} ${row.where}`, row]));
  return [...rows.values()];
}

function logLine({ source }: Document, finding: LogFinding): LogLine {
  const { kind, what, now } = finding;
  return {
    kind,
    what,
    ...(now === undefined ? {} : { line: getLineNumber(source, now) }),
    ...('row' in finding ? { row: finding.row } : {}),
  };
}

/** Adds each migration step to the first change of the same field or resource. */
function withMigration(changes: readonly Omit<Reported, 'migration'>[], stored: readonly StoredTable[]): Reported[] {
  const steps = Map.groupBy(
    stored.flatMap((table) => table.steps),
    (step) => step.name,
  );
  return changes.map((change) => {
    const name = change.where.split(' ')[0] ?? '';
    const own = change.part === 'resources' || change.part === 'states' ? (steps.get(name) ?? []) : [];
    if (own.length > 0) steps.delete(name);
    return { ...change, migration: own.map(({ words }) => words) };
  });
}
