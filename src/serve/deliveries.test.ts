import { useOwnServer } from '../../tests/support/postgres.ts';
import { bothStores } from './both-stores.fixture.ts';
import { webhooksSuite } from './deliveries.suite.ts';

useOwnServer();

for (const [name, open] of bothStores) webhooksSuite(name, open);
