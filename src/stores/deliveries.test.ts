import { bothStores } from '../serve/both-stores.fixture.ts';
import { deliveriesSuite } from './deliveries.suite.ts';

for (const [name, open] of bothStores) deliveriesSuite(name, open);
