import { bothStores } from './both-stores.fixture.ts';
import { webhooksSuite } from './deliveries.suite.ts';

for (const [name, open] of bothStores) webhooksSuite(name, open);
