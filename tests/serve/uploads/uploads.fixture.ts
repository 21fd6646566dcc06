import { type Served, serveIn } from '../support/served.fixture.ts';

/** Films of two studios, uploaded in several requests: in a form with fields beside them, and as content. */
export const films = `# Films

## What the service does

Keeps films.

Scope: not shown.

## Resources and their fields

### Film

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| studio | string | assigned from caller.studio |
| owner | string | assigned from caller.id |
| title | string | required; 1..80 characters; unique |
| year | integer | 1900..2100 |
| locked | boolean | default false |
| reel | file | required; 4..2000000 B; image/png, text/plain |
| poster | file | ..1000 B; image/png |

## States and transitions

None.

## Endpoints

- Base URL: {base_url}
- Allowed origins: https://films.example

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Film | POST | /films | \`Film(title, year, locked, reel)\` | 201 \`Film\` header Location |
| read Film | GET | /films/{id} | | 200 \`Film\` |
| list Film | GET | /films | | 200 \`Film[]\` |
| update Film | PATCH | /films/{id} | \`Film(title, locked)\` | 200 \`Film\` |
| read Film as reel | GET | /films/{id}/reel | | 200 \`Film.reel\` |
| update Film as put_poster | PUT | /films/{id}/poster | \`Film.poster\` | 204 |
| read Film as poster | GET | /films/{id}/poster | | 200 \`Film.poster\` |
| delete Film | DELETE | /films/{id} | | 204 |

### create Film

- Resumable uploads: 24 hours

### put_poster

- Resumable uploads: 1 hour

## Authentication

- Tenant: studio

| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | API key | — |

| Scope | Allows | Where |
| --- | --- | --- |
| own | create Film, read Film, list Film, update Film, delete Film, reel, poster | |
| own | put_poster | \`owner == caller.id and locked == false\` |
| reader | read Film, list Film | |

## Events

None.

## Errors

- Codes: named after conditions

## Limits

| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| space | quota | Film | caller.studio | 3 MB of files |
| rate | rate | create Film | caller.id | 100 per hour |

## Versioning

None.
`;

/** The bytes of a PNG image of a length, the same for the same seed. */
export function picture(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length).map((_, at) => (at * seed + (at >> 8)) % 251);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].slice(0, length));
  return bytes;
}

/** Sends a request of tus. */
export type Tus = (
  line: string,
  headers?: Record<string, string>,
  body?: string | Uint8Array<ArrayBuffer>,
) => Promise<Response>;

/** Creates what sends requests of tus as a caller; a line names a path or an absolute address. */
export function tusAs(address: string, key?: string): Tus {
  return (line, headers = {}, body) => {
    const [method = '', path = ''] = line.split(' ');
    const type = body === undefined ? {} : { 'Content-Type': 'application/offset+octet-stream' };
    const auth = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    const sent = { 'Tus-Resumable': '1.0.0', ...type, ...auth, ...headers };
    return fetch(new URL(path, address), { method, headers: sent, ...(body === undefined ? {} : { body }) });
  };
}

/** Writes the header `Upload-Metadata`. */
export function metadata(fields: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(fields).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
  return { 'Upload-Metadata': pairs.join(',') };
}

/** A served document with callers: two of one studio, and one of another. */
export interface Studio extends Served {
  readonly ann: Tus;
  readonly bob: Tus;
  readonly other: Tus;
  readonly reader: Tus;
  readonly keys: { readonly ann: string };
}

/** Serves the films until a test ends. */
export async function serveFilms(
  t: { after(work: () => Promise<void>): void },
  address: string,
  document = films,
  now?: () => number,
): Promise<Studio> {
  const served = await serveIn(t, document, { docs: false }, now, address);
  const key = await served.key(['own'], { studio: 'a' });
  const as = async (studio: string, scope = 'own') => tusAs(served.address, await served.key([scope], { studio }));
  return {
    ...served,
    ann: tusAs(served.address, key),
    ...{ bob: await as('a'), other: await as('b'), reader: await as('a', 'reader') },
    keys: { ann: key },
  };
}
