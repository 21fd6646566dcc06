import { bothStores } from '../support/both-stores.fixture.ts';
import { statesSuite } from './states.suite.ts';

for (const [name, open] of bothStores) statesSuite(name, open);
