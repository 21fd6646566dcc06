import { type Served, serveIn } from '../support/served.fixture.ts';

/** Photos of two tenants, whose owners alone may read what is not public. */
export const photos = `# Photos

## What the service does

Keeps photos.

Scope: not shown.

## Resources and their fields

### Photo

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | internal |
| owner | string | assigned from caller.id |
| title | string | required; 1..80 characters |
| public | boolean | default false |
| image | file | 10..2000 B; image/png, image/jpeg, text/plain |
| paper | file | ..300 KiB |

### Copy

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | internal |
| image | file | read-only; ..30 B; image/png |

## States and transitions

### Photo

| Transition | Guard | Effect |
| --- | --- | --- |
| copy | \`has(image) and image.size > 5\` | \`create Copy(image: image)\` |
| strip | | \`image = null\` |
| swap | | \`paper = input.content\` |

## Endpoints

- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Photo | POST | /photos | \`Photo(title, public, image, paper)\` | 201 \`Photo\` |
| read Photo | GET | /photos/{id} | | 200 \`Photo\` |
| list Photo | GET | /photos | | 200 \`Photo[]\` |
| update Photo | PATCH | /photos/{id} | \`{ data: Photo(title, image) }\` | 200 \`Photo\` |
| update Photo as put_image | PUT | /photos/{id}/image | \`Photo.image\` | 204 |
| read Photo as image | GET | /photos/{id}/image | | 200 \`Photo.image\` |
| update Photo as put_paper | PUT | /photos/{id}/paper | \`Photo.paper\` | 200 \`Photo\` |
| read Photo as paper | GET | /photos/{id}/paper | | 200 \`Photo.paper\` |
| copy Photo | POST | /photos/{id}/copy | | 200 \`Photo\` |
| strip Photo | POST | /photos/{id}/strip | | 200 \`Photo\` |
| swap Photo | PUT | /photos/{id}/swap | \`{ content: Photo.paper }\` | 200 \`Photo\` |
| delete Photo | DELETE | /photos/{id} | | 204 |
| list Copy | GET | /copies | | 200 \`Copy[]\` |
| stream events | GET | /stream | | 200 |
| list events | GET | /events | | 200 \`{ data: { body: payload }[], next: next cursor }\` |

### list events

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| create Photo | header Idempotency-Key | 24 hours | allowed |

## Authentication

- Tenant: shop

| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | API key | — |

| Scope | Allows | Where |
| --- | --- | --- |
| own | all Photo | \`public or owner == caller.id\` |
| own | list Copy, list events, stream events | |

## Events

| Event | When | Payload |
| --- | --- | --- |
| photo.created | create Photo | \`Photo(id, image?, link: = self + "/image")\` |

| Delivery | To | Events | Envelope | Signature | Attempts |
| --- | --- | --- | --- | --- | --- |
| sse | GET /stream | all | | | |

## Errors

- Codes: named after conditions

## Limits

| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| bodies | body size | all | | 1 KiB |

## Versioning

None.
`;

/** The bytes of a PNG image of a length. */
export function png(length = 40): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length).map((_, at) => at % 251);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].slice(0, length));
  return bytes;
}

/** A caller of the service. */
export type Caller = (line: string, init?: RequestInit) => Promise<Response>;

/** A served document with callers: two of one tenant, and one of another. */
export interface Album extends Served {
  readonly ann: Caller;
  readonly bob: Caller;
  readonly other: Caller;
}

/** Serves the photos until a test ends. */
export async function servePhotos(
  t: { after(work: () => Promise<void>): void },
  address: string,
  document = photos,
  now?: () => number,
): Promise<Album> {
  const served = await serveIn(t, document, { docs: false }, now, address);
  const callerOf = async (shop: string): Promise<Caller> => {
    const key = await served.key(['own'], { shop });
    return (line, init = {}) => {
      const [method, path] = line.split(' ') as [string, string];
      const headers = new Headers(init.headers);
      headers.set('Authorization', `Bearer ${key}`);
      return fetch(served.address + path, { ...init, method, headers });
    };
  };
  return { ...served, ann: await callerOf('a'), bob: await callerOf('a'), other: await callerOf('b') };
}

/** A form with texts and files. */
export function formOf(values: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return form;
}
