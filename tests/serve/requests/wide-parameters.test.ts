import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';

const counters = documentText('Counters', {
  resources: `### Counter

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | required |
| small | int32 | |`,
  endpoints: `- Lists: { data, next } by cursor; 25, at most 100

| Operation | Path |
| --- | --- |
| create, list Counter | /counters |

### list Counter

| Parameter | Maps to |
| --- | --- |
| above | filter id > |
| small | filter small in |`,
});

test('a parameter that is not an integer names the range of its format', async (t) => {
  const served = await serveIn(t, counters);
  const refuse = async (query: string) => (await served.ask(`GET /counters?${query}`)).text.match(/must be [^"]*/)?.[0];
  const wide = 'must be an integer from -9223372036854775808 to 9223372036854775807';
  assert.equal(await refuse('above=1.0'), wide);
  assert.equal(await refuse('above=9223372036854775808'), wide);
  assert.equal(await refuse('small=1,x'), 'must be an integer from -2147483648 to 2147483647');
});
