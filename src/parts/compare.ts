import { type Change, changeParts, classifyChange } from '../diff/change.ts';
import { applyStatedClasses, type StatedClasses } from '../diff/stated.ts';
import type { Plan } from '../plan/plan.ts';
import { compare as compareAuthentication } from './authentication/compare.ts';
import { findVersionMismatches, type VersionMismatch } from './compare/back.ts';
import { type Comparison, createComparison } from './diff/comparison.ts';
import { compare as compareEndpoints } from './endpoints/compare.ts';
import { compare as compareErrors } from './errors/compare.ts';
import { compare as compareEvents } from './events/compare.ts';
import { compare as compareLimits } from './limits/compare.ts';
import { compare as comparePurpose } from './purpose/compare.ts';
import { compare as compareResources } from './resources/compare.ts';
import type { Service } from './service.ts';
import { compare as compareStates } from './states/compare.ts';
import { checkLog, type LogFinding } from './versioning/compare/log.ts';
import { compare as compareVersioning } from './versioning/compare.ts';

/** The comparers of the parts that an older version shows. */
const comparers: readonly ((comparison: Comparison) => Change[])[] = [
  comparePurpose,
  compareResources,
  compareStates,
  compareEndpoints,
  compareAuthentication,
  compareEvents,
  compareErrors,
  compareLimits,
];

/** A service without errors, and its plan. */
export interface Compared {
  readonly service: Service;
  readonly plan: Plan;
}

/** How two documents differ, and how that fits the rows of Changes in the newer one. */
export interface Differences {
  readonly changes: readonly Change[];
  readonly changelog: readonly LogFinding[];
  /** Differences between the older document and the newer one with its rows undone. */
  readonly mismatches: readonly VersionMismatch[];
}

/**
 * Compares two documents without errors: returns every change, those that expose more first, in the order of the parts and of the newer
 * document, with the classes that the newer document states instead of the built-in ones; and the rows of Changes that are missing, wrong
 * or unneeded. `owners`: the renamed resources, objects and unions, by the newer name, which `old` has too.
 */
export function compareServices(old: Compared, now: Compared, owners?: Comparison['owners']): Differences {
  const comparison = createComparison(old, now, owners);
  const found = findChanges(comparison, now.service, [...comparers, compareVersioning]);
  const told = new Set(
    found.flatMap(({ rows }) =>
      rows.flatMap(({ change, where }) => (change === 'added' || change === 'removed' ? where : [])),
    ),
  );
  const inOrder = changeParts.flatMap((part) => found.filter((change) => change.part === part));
  const exposes = (change: Change): boolean => classifyChange(change) === 'exposes';
  const changes = [...inOrder.filter(exposes), ...inOrder.filter((change) => !exposes(change))].map((change) => ({
    ...change,
    // nothing else is said of what a row `added` or `removed` names
    rows: change.rows.filter((row) => row.change !== 'behavior' || !told.has(row.where)),
  }));
  return {
    changes,
    changelog: checkLog(comparison, changes),
    mismatches: findVersionMismatches(old.service, now.service),
  };
}

/**
 * Lists the changes of two documents without errors, in the order of the parts, without a look at the rows of Changes. Changes of the
 * Versioning part are left out: no row states them.
 */
export function listDifferences(old: Compared, now: Compared): readonly Change[] {
  return findChanges(createComparison(old, now), now.service, comparers);
}

function findChanges(comparison: Comparison, now: Service, all: typeof comparers): readonly Change[] {
  const stated: StatedClasses = new Map(now.versioning.compatibility.map((row) => [row.change.value, row.class.value]));
  return all.flatMap((compare) => compare(comparison)).map((change) => applyStatedClasses(change, stated));
}
