import type { OperationPlan } from '../../../plan/operation.ts';
import type { VersioningPlan } from '../../../plan/plan.ts';
import type { StepDefinition } from '../../../steps/definition.ts';
import { createUpgrade } from '../serve.ts';

/** Reads the body of an older caller as its version does, and makes it a present one as the rows of Changes say. */
export const request: StepDefinition = {
  plan({ plan: { versioning }, operation, older }) {
    const isServed = versioning.versions.some(({ status }) => status === 'supported' || status === 'deprecated');
    if ((older === undefined && !isServed) || (older !== undefined && older.operation.input === undefined)) return [];
    const above = older === undefined ? undefined : versionsAbove(versioning, older.version);
    const rows = versioning.changes.filter((row) => concerns(row, operation) && above?.has(row.version) !== false);
    if (rows.length === 0 && older !== undefined) {
      return [{ words: `reads the body as version ${older.version} states it`, refusals, line: older.operation.line }];
    }
    return rows.map(({ version, change, where, line }, at) => {
      return {
        words: `of a caller before ${version}: ${where} (${change})`,
        ...(at === 0 ? { refusals } : {}),
        before: version,
        line,
      };
    });
  },
  create: createUpgrade,
};

const refusals = [{ condition: 'invalid input' }];

function versionsAbove({ versions }: VersioningPlan, version: string): ReadonlySet<string> {
  const at = versions.findIndex(({ name }) => name === version);
  return new Set(versions.slice(0, at).map(({ name }) => name));
}

function concerns(row: VersioningPlan['changes'][number], { name, resource }: OperationPlan): boolean {
  return row.resource === undefined ? row.operation === name : row.resource === resource;
}
