import { getPreviousOwner, type Renames } from '../../codegen/records/renames.ts';
import type { Plan } from '../../plan/plan.ts';
import { compareTables, formatDifferences, type TableTexts } from '../differences.ts';
import { SchemaMismatchError, StoreError } from '../store-error.ts';
import { explainNewerConversion } from './conversions.ts';
import { readRenames } from './renames.ts';
import type { Catalogue } from './step.ts';
import { planTableChanges } from './tables.ts';

/** The plan that a database was made from, and its actual tables. */
export interface Made {
  readonly plan: Plan;
  readonly kept: TableTexts;
  readonly catalogue: Catalogue;
}

/**
 * Returns whether a database belongs to a service of another name. Throws a StoreError if it also has none of the resources, by their
 * previous names.
 */
export function isOthers(place: string, made: Plan, now: Plan, renames?: Renames): boolean {
  if (made.name === now.name) return false;
  const names = new Set(
    now.resources.map(({ name }) => (renames === undefined ? name : getPreviousOwner(renames, name))),
  );
  if (made.resources.some(({ name }) => names.has(name))) return true;
  throw new StoreError(
    `The database ${place} belongs to another service, "${made.name}": it has no resource of "${now.name}". Name the store of "${now.name}" (--store). If it is the same service, name a resource that has another name now: \`nonet migrate ${now.document} --rename Old=New\`.`,
  );
}

/** Throws a SchemaMismatchError if the tables or records of a database do not fit the plan, with the command that fixes it. */
export function refuseMisfit(place: string, made: Made, now: Plan, needed: TableTexts): void {
  isOthers(place, made.plan, now);
  const beyond = explainNewerConversion(made.plan, now);
  if (beyond !== undefined) throw new StoreError(`The database ${place} does not fit the document. ${beyond}`);
  const tables = compareTables(made.kept, needed);
  const found = tables.length > 0 ? tables : listMigrationSteps(made, now, needed);
  if (found.length === 0) return;
  throw new SchemaMismatchError(
    `The database ${place} does not fit the document: ${formatDifferences(found)}. Serving does not change its tables: ` +
      `\`nonet migrate ${now.document}\` (with the same --store) shows each step and takes it, \`--dry-run\` only shows it; ` +
      '`serve --migrate` takes them at its start.',
  );
}

/** Steps that concern the records or the real tables only, each as a clause of a sentence. */
function listMigrationSteps({ plan, kept, catalogue }: Made, now: Plan, needed: TableTexts): readonly string[] {
  const renames = readRenames(plan, now, []);
  const changes = planTableChanges({ old: plan, now, renames, kept, needed, catalogue, moment: 0 });
  return changes.flatMap(({ name, steps }) => steps.map(({ words }) => `${name}: ${words}`));
}
