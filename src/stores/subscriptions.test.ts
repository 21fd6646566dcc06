import { bothStores } from '../../tests/serve/support/both-stores.fixture.ts';
import { subscriptionsSuite } from './suites/subscriptions.suite.ts';

for (const [name, open] of bothStores) subscriptionsSuite(name, open);
