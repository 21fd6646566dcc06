import { bothStores } from '../../tests/serve/support/both-stores.fixture.ts';
import { deliveriesSuite } from './suites/deliveries.suite.ts';

for (const [name, open] of bothStores) deliveriesSuite(name, open);
