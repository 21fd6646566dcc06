import { everyStore } from '../support/stores.fixture.ts';
import { versionsAnsweredSuite } from './answered.suite.ts';
import { versionsSuite } from './versions.suite.ts';

for (const [store, address] of everyStore) {
  versionsSuite(store, address);
  versionsAnsweredSuite(store, address);
}
