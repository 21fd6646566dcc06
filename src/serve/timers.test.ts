import { bothStores } from './both-stores.fixture.ts';
import { timersSuite } from './timers.suite.ts';

for (const [name, open] of bothStores) timersSuite(name, open);
