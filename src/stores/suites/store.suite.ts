import { describe } from 'node:test';
import { countingSuite } from './counting.suite.ts';
import { credentialsSuite } from './credentials.suite.ts';
import { dueSuite } from './due.suite.ts';
import { eventsSuite } from './events.suite.ts';
import { mergingSuite } from './merging.suite.ts';
import { outcomesSuite } from './outcomes.suite.ts';
import { pagingSuite } from './paging.suite.ts';
import { ratesSuite } from './rates.suite.ts';
import { readSuite } from './reads.suite.ts';
import { searchSuite } from './search.suite.ts';
import { signingKeysSuite } from './signing-keys.suite.ts';
import type { OpenForTest } from './surroundings.suite.ts';
import { writeSuite } from './writes.suite.ts';

/** The contract of `contracts/store.ts` as tests; each store runs them on real databases of its own. */
export function storeSuite(name: string, open: OpenForTest): void {
  describe(name, () => {
    describeReads(open);
    describeWrites(open);
  });
}

/** The tests of writes alone: for a setting that changes only how writes reach the disk. */
export function storeWritesSuite(name: string, open: OpenForTest): void {
  describe(name, () => describeWrites(open));
}

function describeReads(open: OpenForTest): void {
  readSuite(open);
  pagingSuite(open);
  mergingSuite(open);
  dueSuite(open);
  countingSuite(open);
  searchSuite(open);
}

function describeWrites(open: OpenForTest): void {
  writeSuite(open);
  credentialsSuite(open);
  outcomesSuite(open);
  ratesSuite(open);
  signingKeysSuite(open);
  eventsSuite(open);
}
