import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, versioned } from '../../tests/support/document-text.fixture.ts';
import { readDocument } from '../parts/index.ts';
import { buildWholePlanOf } from '../parts/plan/whole-version.ts';
import { createSource } from '../text/location.ts';
import { describeDocs } from './docs/index.ts';
import { describeOpenapi } from './openapi/index.ts';

const text = documentText('Houses', {
  purpose: 'Keeps houses.\n\n- In scope: houses',
  resources: `### Place (object)

| Field | Type | Constraints |
| --- | --- | --- |
| city | string | required |

### House

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| place | Place | |
| others | Place[] | |`,
  endpoints: `| Operation | Path |
| --- | --- |
| list House | /houses |

### list House

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| city | filter place.city = |
| other | filter others.city contains |
| one | filter others.city in |`,
  versioning: versioned(['2', '1'], '| 2 | renamed | Place.city | town | | |'),
});

test('filters say which member they compare, and that one item of a list is enough, in each version', () => {
  const { service } = readDocument(createSource('houses.md', text));
  for (const [version, member] of [
    ['2', 'city'],
    ['1', 'town'],
  ] as const) {
    const plan = buildWholePlanOf(service, version)!;
    const { parameters } = JSON.parse(JSON.stringify(describeOpenapi(plan))).paths['/houses'].get;
    const words = new Map(parameters.map((one: { name: string; description: string }) => [one.name, one.description]));
    assert.equal(words.get('city'), `Only records whose \`place.${member}\` is this value.`);
    assert.equal(words.get('other'), `Only records of which some \`others.${member}\` contains this value.`);
    assert.equal(words.get('one'), `Only records of which some \`others.${member}\` is one of these.`);
    const page = describeDocs({ plan });
    assert.ok(page.includes(`only records whose <code>place.${member}</code> equals the value`));
    assert.ok(page.includes(`only records of which some <code>others.${member}</code> contains the value`));
  }
});
