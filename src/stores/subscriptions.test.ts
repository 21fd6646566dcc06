import { bothStores } from '../serve/both-stores.fixture.ts';
import { subscriptionsSuite } from './subscriptions.suite.ts';

for (const [name, open] of bothStores) subscriptionsSuite(name, open);
