import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';

const codes: readonly (readonly [status: number, condition: string])[] = [
  [400, 'malformed request'],
  [415, 'unsupported media type'],
  [422, 'invalid input'],
  [404, 'unknown path'],
  [405, 'method not allowed'],
  [406, 'not acceptable'],
  [401, 'no credential'],
  [403, 'forbidden'],
  [404, 'not found'],
  [410, 'gone'],
  [409, 'wrong state'],
  [409, 'guard fails'],
  [422, 'rule broken'],
  [409, 'not unique'],
  [412, 'precondition failed'],
  [428, 'precondition required'],
  [400, 'idempotency key missing'],
  [429, 'rate limit'],
  [413, 'too large'],
  [400, 'unknown version'],
];
const codeOf = (condition: string): string => condition.replaceAll(' ', '_');

const document = `# Notes

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| team | string | |
| title | string | required; unique; 1..20 characters |
| locked | boolean | default false |
| parent | ref Note | |
| status | state | |

| Rule | Check |
| --- | --- |
| polite | \`title != "rude"\` |

## States and transitions

### Note

| State | Kind |
| --- | --- |
| open | initial |
| shut | |
| away | gone |

| From | Transition | To | Guard |
| --- | --- | --- | --- |
| open | shut | shut | |
| open | update | | \`title != "guarded"\` |
| shut | delete | away | |

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Note | /notes | \`Note\` | 201 \`Note\` |
| read Note | /notes/{id} | | 200 \`Note\` |
| update Note | /notes/{id} | \`Note\` | 200 \`Note\` |
| shut Note | /notes/{id}/shut | | 200 \`Note\` |
| delete Note | /notes/{id} | | 204 |

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| update Note | header Idempotency-Key | 1 hour | refused |

### Preconditions

| Operations | Condition | When absent |
| --- | --- | --- |
| update Note | header If-Match | refused |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
| write | all Note | \`team == caller.team\` |
| look | read Note | \`team == caller.team\` |

### Caller

| Attribute | Type |
| --- | --- |
| team | string |

## Errors

- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
${codes.map(([status, condition]) => `| ${codeOf(condition)} | ${status} | ${condition} |`).join('\n')}

## Limits

| Limit | Kind | Applies to | Value |
| --- | --- | --- | --- |
| body | body size | all | 200 B |
| calm | rate | look | 1 per hour |

## Versioning

| Version | Status |
| --- | --- |
| 2 | current |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Notes-Version | current |
`;

test('a request that is wrong in every way is refused for each reason in the order of the reference', async (t) => {
  const served = await serveIn(t, document);
  const write = await served.key(['write'], { team: 'a' });
  const look = await served.key(['look'], { team: 'a' });
  const make = async (body: object): Promise<{ id: number; tag: string }> => {
    const { json, headers, text } = await served.ask('POST /notes', { key: write, body: { team: 'a', ...body } });
    assert.equal(typeof json.id, 'number', text);
    return { id: json.id, tag: headers.get('ETag')! };
  };
  const other = await make({ title: 'taken' });
  const note = await make({ title: 'mine' });
  const shut = await make({ title: 'shut' });
  const away = await make({ title: 'away' });
  for (const line of [`POST /notes/${shut.id}/shut`, `POST /notes/${away.id}/shut`, `DELETE /notes/${away.id}`]) {
    assert.ok((await served.ask(line, { key: write })).status < 300, line);
  }

  const headers: Record<string, string> = {
    'Notes-Version': '9',
    Accept: 'text/csv',
    'Content-Type': 'text/csv',
  };
  const request = { line: 'PUT /nowhere', key: undefined as string | undefined, text: `{${'x'.repeat(300)}`, headers };
  const fixes: readonly (readonly [condition: string, fix: () => void])[] = [
    ['unknown path', () => (request.line = 'PUT /notes/999')],
    ['method not allowed', () => (request.line = 'PATCH /notes/999')],
    ['no credential', () => (request.key = look)],
    ['forbidden', () => (request.key = write)],
    ['unknown version', () => delete headers['Notes-Version']],
    ['not acceptable', () => delete headers.Accept],
    ['unsupported media type', () => (headers['Content-Type'] = 'application/json')],
    ['too large', () => (request.text = '{')],
    ['malformed request', () => (request.text = '{"title":""}')],
    ['idempotency key missing', () => (headers['Idempotency-Key'] = '"1"')],
    ['invalid input', () => (request.text = '{"title":"guarded","parent":999,"team":"b"}')],
    ['not found', () => (request.line = `PATCH /notes/${away.id}`)],
    ['gone', () => (request.line = `PATCH /notes/${shut.id}`)],
    ['precondition required', () => (headers['If-Match'] = '"1.1"')],
    ['precondition failed', () => (headers['If-Match'] = '*')],
    ['wrong state', () => (request.line = `PATCH /notes/${note.id}`)],
    ['guard fails', () => (request.text = '{"title":"rude","parent":999,"team":"b"}')],
    ['invalid input', () => (request.text = `{"title":"rude","parent":${other.id},"team":"b"}`)],
    ['rule broken', () => (request.text = '{"title":"taken","team":"b"}')],
    ['forbidden', () => (request.text = '{"title":"taken","team":"a"}')],
    ['not unique', () => (request.text = '{"title":"free"}')],
  ];
  for (const [condition, fix] of fixes) {
    // A kept outcome would answer in the place of the next reason.
    if (headers['Idempotency-Key'] !== undefined) headers['Idempotency-Key'] = `"${Math.random()}"`;
    const got = await served.ask(request.line, request);
    assert.equal(got.json?.code, codeOf(condition), `${request.line} ${request.text}: ${got.status} ${got.text}`);
    fix();
  }
  const last = await served.ask(request.line, { ...request, headers: { ...headers, 'Idempotency-Key': '"last"' } });
  assert.equal(last.status, 200, last.text);
});

test('a limit of the caller counts what its scope lets in, before the version is looked at', async (t) => {
  const served = await serveIn(t, document);
  const look = await served.key(['look'], { team: 'a' });
  const code = async (headers: Record<string, string>) =>
    (await served.ask('GET /notes/1', { key: look, headers })).json.code;
  assert.equal(await code({ 'Notes-Version': '9' }), 'unknown_version');
  assert.equal(await code({ 'Notes-Version': '9' }), 'rate_limit');
});
