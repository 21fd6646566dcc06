import type { StepFacts, StepLine } from '../../../contracts/definition.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { VersioningPlan } from '../../../plan/plan.ts';

/** The rows of Changes that concern an operation: those above the version of the caller, or all. */
export function listChangeLines({ plan: { versioning }, operation, older }: StepFacts): readonly StepLine[] {
  const above = older === undefined ? undefined : collectNewerVersions(versioning, older.version);
  const rows = versioning.changes.filter((row) => concerns(row, operation) && above?.has(row.version) !== false);
  return rows.map(({ version, change, where, line }) => {
    return { words: `upgrade requests before ${version}: ${where} (${change})`, before: version, line };
  });
}

function collectNewerVersions({ versions }: VersioningPlan, version: string): ReadonlySet<string> {
  const at = versions.findIndex(({ name }) => name === version);
  return new Set(versions.slice(0, at).map(({ name }) => name));
}

function concerns(row: VersioningPlan['changes'][number], { name, resource }: OperationPlan): boolean {
  return row.resource === undefined ? row.operation === name : row.resource === resource;
}
