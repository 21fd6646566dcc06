import { bothStores } from '../support/both-stores.fixture.ts';
import { numberingSuite } from './numbering.suite.ts';

for (const [name, open] of bothStores) numberingSuite(name, open);
