import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Objects whose members have another default in each version, and fields whose default leaves such members out. */
const document = documentText('Depots', {
  resources: `### Geo (object)

| Field | Type | Constraints |
| --- | --- | --- |
| lat | integer | required |
| height | integer | default 6 |
| kind | string | default round |

### Depot

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | |
| place | Geo | default {"lat": 1} |
| geos | Geo[] | |
| by | map of Geo | |`,
  endpoints: `- Request media types: application/json, application/json-patch+json

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create, read, update, replace Depot | /depots | | |`,
  authentication: `- Tenant: shop

${keyed('| clerk | all Depot | |')}`,
  errors: '- Codes: named after conditions',
  versioning: versioned(
    ['3', '2', '1'],
    `| 3 | renamed | Geo.lat | latitude | | |
| 3 | added | Geo.height | | absent | |
| 3 | default | Geo.kind | square | | |
| 2 | default | Geo.kind | flat | | |
| 2 | default | Depot.place | {"latitude": 8} | | |`,
  ),
});

const versions = [
  { version: '3', lat: 'lat', kind: 'round', place: { lat: 1, height: 6, kind: 'round' } },
  // The default of the field is not stated for this version: it is the whole present one.
  { version: '2', lat: 'latitude', kind: 'square', place: { lat: 1, height: 6, kind: 'round' } },
  { version: '1', lat: 'latitude', kind: 'flat', place: { lat: 8, height: 6, kind: 'flat' } },
] as const;

for (const [name, address] of everyStore) {
  test(`new objects of clients have the members that their version gives by default ${name}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await address());
    for (const shop of ['a', 'b']) {
      const key = await served.key(['clerk'], { shop });
      for (const { version, lat, kind, place } of versions) {
        const ask = async (line: string, body?: object, headers = {}, of: string = version) => {
          const got = await served.ask(line, { key, body, headers: { V: of, ...headers } });
          assert.ok(got.status < 300, `${version} ${line}: ${got.text}`);
          return got.json;
        };
        const { id } = await ask('POST /depots', {});
        const line = `/depots/${id}`;
        const now = async () => {
          const { id: _, shop: __, ...shown } = await ask(`GET ${line}`, undefined, {}, '3');
          return shown;
        };
        const geo = (of: number) => ({ lat: of, height: 6, kind });
        assert.deepEqual(await now(), { place }, version);

        await ask(`PATCH ${line}`, { place: { [lat]: 2, kind: null }, by: { x: { [lat]: 3 } }, geos: [{ [lat]: 4 }] });
        assert.deepEqual(await now(), { place: geo(2), by: { x: geo(3) }, geos: [geo(4)] }, version);
        await ask(`PATCH ${line}`, { by: { y: { [lat]: 5 } }, place: null });
        assert.deepEqual(await now(), { place, by: { x: geo(3), y: geo(5) }, geos: [geo(4)] }, version);

        await ask(`PUT ${line}`, { by: { z: { [lat]: 6 } } });
        assert.deepEqual(await now(), { place, by: { z: geo(6) } }, version);
        const patch = [
          { op: 'add', path: '/geos', value: [{ [lat]: 7 }] },
          { op: 'remove', path: '/place' },
        ];
        await ask(`PATCH ${line}`, patch, { 'Content-Type': 'application/json-patch+json' });
        assert.deepEqual(await now(), { place, by: { z: geo(6) }, geos: [geo(7)] }, version);

        const other = await ask('POST /depots', { place: { [lat]: 2 }, geos: [{ [lat]: 3 }] });
        const { id: _, shop: __, ...shown } = await ask(`GET /depots/${other.id}`, undefined, {}, '3');
        assert.deepEqual(shown, { place: geo(2), geos: [geo(3)] }, version);
      }
    }
  });
}
