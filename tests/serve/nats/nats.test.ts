import { bothStores } from '../support/both-stores.fixture.ts';
import { natsSuite } from './nats.suite.ts';

for (const [name, open] of bothStores) natsSuite(name, open);
