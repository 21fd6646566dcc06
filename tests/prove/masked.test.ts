import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../../src/operator/documents.ts';
import { buildWholePlan } from '../../src/parts/index.ts';
import { formatCurl } from '../../src/prove/reproduction/curl.ts';

const page = (place: string): string => `# Notes

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| read Note | GET | /notes/{id} | | 200 \`Note\` |

## Authentication

| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | ${place} | API key | 1 day |
`;

const places = [
  ['header X-Api-Key', { 'x-api-key': 'key_secret' }, '', `-H "x-api-key: $KEY_ADA"`],
  ['header Authorization: Bearer', { authorization: 'Bearer key_secret' }, '', `-H "authorization: Bearer $KEY_ADA"`],
  ['query token', {}, '?token=key_secret&a=1', `'http://a.example/notes/1?token='"$KEY_ADA"'&a=1'`],
] as const;

for (const [place, headers, query, shown] of places) {
  test(`S71: a reproduction shows a variable and no credential ${place}`, () => {
    const plan = buildWholePlan(read(page(place)).service);
    const request = { method: 'GET', path: `/notes/1${query}`, headers };
    const step = { number: 1, caller: 'ada', request, response: { status: 200, headers: {}, text: '' } };
    const [line = ''] = formatCurl({ plan, origin: 'http://a.example' }, [step]);
    assert.ok(line.includes(shown), line);
    assert.ok(!line.includes('key_secret'), line);
  });
}
