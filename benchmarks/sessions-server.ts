import crypto from 'node:crypto';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { argv } from 'node:process';

// The costs of a hash are known: here each takes a thousandth, and is counted.
let hashes = 0;
const scrypt = crypto.scrypt as (...words: unknown[]) => void;
(crypto as { scrypt: unknown }).scrypt = (
  password: unknown,
  salt: unknown,
  length: number,
  { N, p }: { N: number; p: number },
  done: unknown,
) => {
  hashes += 1;
  scrypt(password, salt, length, { N: N / 2 ** 10, p }, done);
};
syncBuiltinESMExports();

const { open, toNodeHandler } = await import('../src/index.ts');

const sessions = `### Session

- Session of: Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| person | ref Person | assigned from caller.id; on delete cascade |
| used_at | date-time | assigned from session.used_at |

`;

const attributes = `
### Caller

| Attribute | Type |
| --- | --- |
| role | Person.role |
`;

/** The document of the service that is measured, whose sessions are records or not, and whose callers have an attribute or not. */
const writeDocument = (hasRecords: boolean, hasAttribute: boolean): string => `# Notes

## Resources and their fields

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| email | email | required; unique ignoring case |
| password | password | required; write-only; 8..64 characters |
| role | one of member, admin | default member; read-only |

${hasRecords ? sessions : ''}### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| title | string | required |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Person | POST | /people | \`Person\` | 201 \`Person(id, token: credential)\` |
| log in Person | POST | /log-in | \`Person(email, password)\` | 200 \`{ token: credential }\` |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header X-Api-Key; header Authorization: Bearer |
| session | access token | header Authorization: Bearer |

| Scope | Allows |
| --- | --- |
| public | create Person, log in Person |
| authenticated | create Note, read Note |
${hasAttribute ? attributes : ''}`;

const [kind = '', file] = argv.slice(2);
const service = await open({
  document: writeDocument(kind.includes('records'), kind.includes('role')),
  store: `sqlite:${file}`,
});
const key = await service.createKey({
  subject: 'ada',
  scopes: [],
  attributes: kind.includes('role') ? { role: 'member' } : {},
});
const server = createServer(toNodeHandler(service));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port, key }));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: (user + system) / 1e6, hashes });
});
