import { buildPlan, readDocument } from '../../../src/parts/index.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { createSource } from '../../../src/text/location.ts';

/** The schemes of the notes, by their names. */
export const schemes = {
  key: '| key | api key | header X-Api-Key | API key | — |',
  staff: '| staff | jwt | header Authorization: Bearer | staff token | 1 hour |',
  partner: '| partner | oauth2 client credentials | header Authorization: Bearer | access token | 30 minutes |',
  machine: '| machine | oauth2 client credentials as jwt | header Authorization: Bearer | access token | 5 minutes |',
  session: '| session | access token as jwt | header Authorization: Bearer | session token | 10 minutes |',
  legacy: '| legacy | basic | header Authorization: Basic | client id and secret | — |',
} as const;

/** A document of notes that belong to shops, with these schemes and the token operations where they are needed. */
export function notes(names: readonly (keyof typeof schemes)[], more: { readonly base?: string } = {}): string {
  const rows = names.map((name) => schemes[name]).join('\n');
  const gives = names.includes('partner') || names.includes('machine');
  return `# Notes

## What the service does

Keeps notes of shops.

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| writer | string | assigned from caller.id |
| text | string | required |

## States and transitions

None.

## Endpoints

${more.base === undefined ? '' : `- Base URL: ${more.base}\n`}
| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| list Note | GET | /notes | | 200 \`Note[]\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` |
${gives ? '| issue token | POST | /oauth/token | | 200 |\n| revoke token | POST | /oauth/revoke | | 200 |\n' : ''}
## Authentication

### Schemes

| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
${rows}

### Scopes

| Scope | Allows | Where |
| --- | --- | --- |
${gives ? '| public | issue token, revoke token | |\n' : ''}| notes:read | list Note, read Note | \`shop == caller.shop\` |
| notes:write | create Note | \`shop == caller.shop\` |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |
| level | integer |

## Events

None.

## Errors

- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| malformed | 400 | malformed request; invalid input; unsupported media type |
| unauthenticated | 401 | no credential; invalid credential |
| forbidden | 403 | forbidden |
| not_found | 404 | not found; unknown path; method not allowed; not acceptable |
| busy | 503 | unavailable |

## Limits

None.

## Versioning

None.
`;
}

/** The plan of the notes with these schemes. */
export function planOfNotes(...of: Parameters<typeof notes>): Plan {
  const { service, diagnostics } = readDocument(createSource('notes.md', notes(...of)));
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((error) => `${error.code}: ${error.message}`).join('\n'));
  return buildPlan(service);
}
