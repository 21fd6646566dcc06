/** How a document of told versions differs from the usual one. */
export interface ToldVersions {
  /** What the section Versioning says of versions and changes, and the name of the event that an update makes. */
  readonly versions?: string;
  /** Further columns of the Versions table. */
  readonly columns?: string;
  readonly changed?: string;
  /** The rows of Changes, without that of the event that an update makes. */
  readonly changes?: string;
  /** Constraints of the field with the names of events. */
  readonly kinds?: string;
  /** The version of requests that name none. */
  readonly absent?: string;
  /** Further rows of the Delivery table. */
  readonly rows?: string;
}

/** The Versions table, and that of Changes, of three versions. */
export const three = `| 3 | current |
| 2 | supported |
| 1 | deprecated |`;

const threeChanges = `| 3 | renamed | Bill.memo | note | | |
| 3 | type | Bill.cents | string | = \`string(cents)\` | = \`int(input.cents)\` |
| 3 | renamed | event bill.settled | bill.paid | | |
| 2 | added | event bill.dropped | | | |
| 2 | added | Bill.tags | | absent | |`;

/** The same document a version later: an event has got another name, and the oldest version is served no more. */
export const four: ToldVersions = {
  versions: `| 4 | current |
| 3 | supported |
| 2 | supported |
| 1 | retired |`,
  changed: 'bill.closed',
};

/** A service of two tenants and several versions that tells of bills by webhooks and a stream; without versions where they are empty. */
export function toldVersions({
  versions = three,
  columns = '',
  changed = 'bill.settled',
  changes = threeChanges,
  kinds = '',
  absent = 'current',
  rows = '',
}: ToldVersions = {}): string {
  const later = changed === 'bill.settled' ? '' : `| 4 | renamed | event ${changed} | bill.settled | | |\n`;
  return `# Bills

## What the service does

Keeps bills, and tells of them.

## Resources and their fields

### Bill

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid bill | assigned |
| shop | string | assigned from caller.shop |
| memo | string | required |
| cents | integer | required |
| tags | string[] | |

### Hook

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid hook | assigned |
| shop | string | assigned from caller.shop |
| url | uri | required |
| kinds | string[] | ${kinds} |

## States and transitions

None.

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Bill | POST | /bills | \`Bill\` | 201 \`Bill\` |
| update Bill | PATCH | /bills/{id} | \`Bill\` | 200 \`Bill\` |
| delete Bill | DELETE | /bills/{id} | | 204 |
| create Hook | POST | /hooks | \`Hook\` | 201 \`Hook\` |
| update Hook | PATCH | /hooks/{id} | \`Hook\` | 200 \`Hook\` |
| delete Hook | DELETE | /hooks/{id} | | 204 |
| subscribe (handler) | POST | /subscribe | \`{ url: Hook.url }\` | 200 \`Hook\` |
| list events | GET | /events | | 200 \`{ data: { id: event id, kind: event type, version: version, data: payload }[] }\` |
| read event | GET | /events/{id} | | 200 \`{ kind: event type, version: version, data: payload }\` |
| stream events | GET | /stream | | 200 |

## Authentication

| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days |

| Scope | Allows | Where |
| --- | --- | --- |
| all | all Bill, all Hook, list events, read event, stream events | \`shop == caller.shop\` |
| all | subscribe | |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |

## Events

| Event | When | Payload |
| --- | --- | --- |
| bill.made | create Bill | \`Bill\` |
| ${changed} | update Bill | \`Bill\` |
| bill.dropped | delete Bill | \`Bill(id, memo)\` |

| Delivery | To | Events | Envelope | Attempts |
| --- | --- | --- | --- | --- |
| webhook | each Hook at url where \`shop == event.shop\` | listed in kinds | \`{ kind: event type, version: version, data: payload }\` | 8 over 28 hours |
| sse | GET /stream | all | cloudevents 1.0 | |
${rows}
## Errors

- Body: problem details

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| invalid | 422 | invalid input | Some fields are not as they should be |
| not_found | 404 | not found | |

## Limits

None.

## Versioning

${
  versions === ''
    ? 'None.'
    : `| Version | Status |${columns}
| --- | --- |${columns.replaceAll(/[^|]+/g, ' --- ')}
${versions}

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | ${absent} |
${
  later + changes === ''
    ? ''
    : `
| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
${later}${changes}`
}`
}
`;
}

/** The code of the service. */
export const toldHandlers = {
  // biome-ignore lint/suspicious/noExplicitAny: what code is given has no types here
  subscribe: ({ input, store }: any) =>
    store.create('Hook', { url: input.url, ...(input.url.endsWith('?coded') ? { kinds: ['bill.settled'] } : {}) }),
};
