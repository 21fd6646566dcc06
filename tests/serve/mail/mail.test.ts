import { useOwnServer } from '../../support/postgres.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { mailSuite } from './mail.suite.ts';

useOwnServer();

for (const [name, open] of bothStores) mailSuite(name, open);
