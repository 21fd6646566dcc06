import type { Plan } from '../../plan/plan.ts';
import { differences, listed, type TableTexts } from '../differences.ts';
import { StoreMisfit, StoreProblem } from '../problem.ts';
import { convertedBeyond } from './conversions.ts';
import { renamesOf } from './renames.ts';
import type { Catalogue } from './step.ts';
import { tableChanges } from './tables.ts';

/** What a database was made from, and what it really holds. */
export interface Made {
  readonly plan: Plan;
  readonly kept: TableTexts;
  readonly catalogue: Catalogue;
}

/** Tells whether a database was made by a service of another name: `unrelated` if no resource has the same name. */
export function otherService(made: Plan, now: Plan): 'renamed' | 'unrelated' | undefined {
  if (made.name === now.name) return undefined;
  const names = new Set(now.resources.map(({ name }) => name));
  return made.resources.some(({ name }) => names.has(name)) ? 'renamed' : 'unrelated';
}

/** Throws a StoreMisfit for a database whose tables or records are not those of the plan, and says which command mends it. */
export function refuseMisfit(place: string, made: Made, now: Plan, needed: TableTexts): void {
  const other = otherService(made.plan, now);
  if (other === 'unrelated') {
    throw new StoreProblem(
      `The database ${place} belongs to another service, "${made.plan.name}": it has no resource of "${now.name}". Name the store of "${now.name}" (--store), or run \`nonet migrate ${now.document}\` if it is the same service.`,
    );
  }
  const beyond = convertedBeyond(made.plan, now);
  if (beyond !== undefined) throw new StoreProblem(`The database ${place} does not fit the document. ${beyond}`);
  const tables = differences(made.kept, needed);
  const found = tables.length > 0 ? tables : stepsBetween(made, now, needed);
  if (found.length === 0) return;
  throw new StoreMisfit(
    `The database ${place} does not fit the document: ${listed(found)}. Serving does not change its tables: ` +
      `\`nonet migrate ${now.document}\` (with the same --store) shows each step and takes it, \`--dry-run\` only shows it; ` +
      '`serve --migrate` takes them at its start.',
  );
}

/** Steps that concern the records or the real tables only, each as a clause of a sentence. */
function stepsBetween({ plan, kept, catalogue }: Made, now: Plan, needed: TableTexts): readonly string[] {
  const renames = renamesOf(plan, now, []);
  const changes = tableChanges({ old: plan, now, renames, kept, needed, catalogue, moment: 0 });
  return changes.flatMap(({ name, steps }) => steps.map(({ words }) => `${name}: ${words}`));
}
