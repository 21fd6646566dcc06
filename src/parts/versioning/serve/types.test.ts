import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../../document.fixture.ts';
import { planVersioning } from '../plan.ts';
import { createTypeReader } from './types.ts';

test('a media type names a version in whatever letter case it is written', () => {
  const { service } = documentOf({
    versioning: `
| Version | Status |
| --- | --- |
| 2-beta | current |
| 1B | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| media type | application/vnd.bills.{version}+json | current |
`,
  });
  const versioning = planVersioning(service);
  const read = createTypeReader({ versioning } as Parameters<typeof createTypeReader>[0], versioning.placements[0]!);
  const types = [
    'application/vnd.bills.2-beta+json',
    'APPLICATION/VND.BILLS.2-BETA+JSON;q=0.5',
    'application/vnd.bills.1b+json',
  ];
  assert.deepEqual(types.map(read), ['2-beta', '2-beta', '1B']);
  assert.equal(read('application/vnd.bills.9+json'), '9');
  assert.equal(read('application/json'), undefined);
});
