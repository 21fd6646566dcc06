import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bothStores } from '../support/both-stores.fixture.ts';
import { serve } from '../support/served.fixture.ts';
import { timed } from './timed.fixture.ts';
import { timersSuite } from './timers.suite.ts';

for (const [name, open] of bothStores) timersSuite(name, open);

test('the time runs on the clock of the machine as well', async () => {
  const served = await serve(timed.replace('after 10 minutes', 'after 1 second'));
  try {
    const key = await served.key(['all'], { shop: 'north' });
    const made = await served.ask('POST /tickets', { key, body: { title: 'a' } });
    const path = `/tickets/${made.json.id}`;
    assert.equal((await served.ask(`POST ${path}/hold`, { key })).json.status, 'held');
    const read = async (): Promise<string> => (await served.ask(`GET ${path}`, { key })).json.status;
    while ((await read()) === 'held') await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(await read(), 'new');
  } finally {
    await served.close();
  }
});
