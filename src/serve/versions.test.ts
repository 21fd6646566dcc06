import { everyStore } from './stores.fixture.ts';
import { versionsSuite } from './versions.suite.ts';
import { versionsAnsweredSuite } from './versions-answered.suite.ts';

for (const [store, address] of everyStore) {
  versionsSuite(store, address);
  versionsAnsweredSuite(store, address);
}
