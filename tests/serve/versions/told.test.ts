import { bothStores } from '../support/both-stores.fixture.ts';
import { versionsToldSuite } from './told.suite.ts';

for (const [name, open] of bothStores) versionsToldSuite(name, open);
