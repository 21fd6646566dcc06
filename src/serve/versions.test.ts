import { everyStore } from './stores.fixture.ts';
import { versionsAnsweredSuite } from './versions/answered.suite.ts';
import { versionsSuite } from './versions.suite.ts';

for (const [store, address] of everyStore) {
  versionsSuite(store, address);
  versionsAnsweredSuite(store, address);
}
