import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { documentText, keyed, versioned } from '../support/document-text.fixture.ts';

/** Records of which the line Shown as and the responses show some fields alone; a clerk reads more of them than a robot. */
const document = documentText('Staff', {
  resources: `### Address (object)

| Field | Type | Constraints |
| --- | --- | --- |
| town | string | |
| code | string | |

### Person

- Shown as: \`Person(id, name, note, address: Address(town), past: Address(town)[])\`

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| name | string | |
| note | string | |
| salary | string | |
| address | Address | |
| past | Address[] | |
| shop | string | required |`,
  endpoints: `- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Person | POST | /people | \`Person\` | 201 \`Person\` |
| read Person | GET | /people/{id} | | 200 \`Person\` |
| read Person as whole | GET | /whole/{id} | | 200 \`Person(id, name, salary, address, shop)\` |
| update Person | PATCH | /people/{id} | \`Person\` | 200 \`Person\` |
| update Person as quiet | PATCH | /quiet/{id} | \`{ person: Person }\` | 204 |`,
  authentication: keyed(
    `| clerk | create Person, read Person, update Person, quiet | |
| robot | quiet | |
| chief | whole | \`shop == caller.shop\` |`,
  ),
  versioning: versioned(
    ['2', '1'],
    '| 2 | renamed | Person.salary | wage | | |\n| 2 | renamed | Person.note | remark | | |',
  ),
});

const type = 'application/json-patch+json';

for (const [store, address] of everyStore) {
  describe(`JSON Patches that read ${store}`, () => {
    let served: Served;
    const keys = new Map<string, string>();
    let id = '';
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      keys.set('clerk', await served.key(['clerk'], { shop: 'north' }));
      keys.set('robot', await served.key(['robot'], { shop: 'north' }));
      keys.set('chief', await served.key(['clerk', 'chief'], { shop: 'north' }));
      keys.set('other', await served.key(['clerk', 'chief'], { shop: 'south' }));
      const body = {
        name: 'a',
        note: 'n',
        salary: '100',
        address: { town: 'Bern', code: 'secret' },
        past: [{ town: 'Rome', code: 'secret' }],
        shop: 'north',
      };
      id = (await served.ask('POST /people', { key: keys.get('clerk')!, body })).json.id;
    });
    after(() => served.close());

    const patch = async (who: string, body: object[], path = '/people', version = '2'): Promise<number> => {
      const headers = { 'Content-Type': type, V: version };
      const got = await served.ask(`PATCH ${path}/${id}`, { key: keys.get(who)!, text: JSON.stringify(body), headers });
      if (got.status === 422) assert.match(got.text, /that does not exist/);
      return got.status;
    };

    test('S38: a value that no response shows the caller is neither tested, copied nor moved', async () => {
      for (const [op, status] of [
        [{ op: 'test', path: '/salary', value: '100' }, 422],
        [{ op: 'test', path: '/salary', value: '1' }, 422],
        [{ op: 'copy', from: '/salary', path: '/note' }, 422],
        [{ op: 'move', from: '/salary', path: '/note' }, 422],
        [{ op: 'copy', from: '/address/code', path: '/note' }, 422],
        [{ op: 'copy', from: '/address', path: '/past/-' }, 422],
        [{ op: 'copy', from: '/past/0/code', path: '/note' }, 422],
        [{ op: 'test', path: '/past', value: [] }, 422],
        [{ op: 'test', path: '', value: {} }, 422],
        [{ op: 'test', path: '/past/0/town', value: 'Rome' }, 200],
        [{ op: 'copy', from: '/address/town', path: '/note' }, 200],
        [{ op: 'test', path: '/name', value: 'a' }, 200],
      ] as const)
        assert.equal(await patch('clerk', [op]), status, JSON.stringify(op));
      assert.equal(await patch('clerk', [{ op: 'replace', path: '/salary', value: '100' }]), 200);
    });

    test('S38: an operation that the caller may call shows more, for the records that its row rule admits', async () => {
      const tested = [{ op: 'test', path: '/salary', value: '100' }];
      assert.equal(await patch('chief', tested), 200);
      assert.equal(await patch('other', tested), 422);
      assert.equal(await patch('chief', [{ op: 'test', path: '/address/code', value: 'secret' }]), 200);
      assert.equal(await patch('chief', [{ op: 'test', path: '/past/0/code', value: 'secret' }]), 422);
    });

    test('S38: a caller who reads nothing tests nothing', async () => {
      assert.equal(await patch('robot', [{ op: 'test', path: '/person/name', value: 'a' }], '/quiet'), 422);
      assert.equal(await patch('clerk', [{ op: 'test', path: '/person/name', value: 'a' }], '/quiet'), 204);
      assert.equal(await patch('robot', [{ op: 'test', path: '/person', value: {} }], '/quiet'), 422);
    });

    test('S38: the same holds for the names of an older version', async () => {
      const tested = [{ op: 'test', path: '/wage', value: '100' }];
      assert.equal(await patch('clerk', tested, '/people', '1'), 422);
      assert.equal(await patch('clerk', [{ op: 'copy', from: '/wage', path: '/remark' }], '/people', '1'), 422);
      assert.equal(await patch('chief', tested, '/people', '1'), 200);
      assert.equal(await patch('clerk', [{ op: 'copy', from: '/name', path: '/remark' }], '/people', '1'), 200);
    });
  });
}
