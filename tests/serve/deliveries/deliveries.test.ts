import { useOwnServer } from '../../support/postgres.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { webhooksSuite } from './deliveries.suite.ts';

useOwnServer();

for (const [name, open] of bothStores) webhooksSuite(name, open);
