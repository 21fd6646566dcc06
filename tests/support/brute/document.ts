/** What differs between the documents. */
export interface Pieces {
  readonly pay?: string;
  /** Rows of the transition `lapse`, which the time alone takes. */
  readonly timed?: string;
  /** Behind the constraints of `n`. */
  readonly unique?: string;
  readonly rules?: string;
  readonly scopes?: string;
  /** Of the transition `pay`. */
  readonly responses?: string;
}

/** A document of bills, with these pieces. */
export function documentOf({
  pay = '| open | pay | paid | | | |',
  timed = '',
  rules = '',
  unique = '',
  scopes: rows = '',
  responses = '200 `Bill`',
}: Pieces): string {
  return `# Bills

## What the service does

Keeps bills.

## Resources and their fields

### Bill

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| n | integer | required${unique} |
| flag | boolean | required |
| status | state | |
${rules}
## States and transitions

### Bill

| State | Kind |
| --- | --- |
| open | initial |
| held | |
| paid | final |
| void | final |

| From | Transition | To | Trigger | Guard | Error |
| --- | --- | --- | --- | --- | --- |
${pay}${timed === '' ? '' : `\n${timed}`}
| open | hold | held | | | |
| open, held | drop | void | | | |
| open, held | end | paid | | | |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Bill | POST | /bills | \`Bill\` | 201 \`Bill\` |
| read Bill | GET | /bills/{id} | | 200 \`Bill\` |
| update Bill | PATCH | /bills/{id} | \`Bill\` | 200 \`Bill\` |
| pay Bill | POST | /bills/{id}/pay | | ${responses} |
| hold Bill | POST | /bills/{id}/hold | | 200 \`Bill\` |
| drop Bill | POST | /bills/{id}/drop | | 200 \`Bill\` |
| end Bill | POST | /bills/{id}/end | | 200 \`Bill\` |

## Authentication

| Scheme | Kind | Sent in | Credential |
| --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | key |

| Scope | Allows | Where |
| --- | --- | --- |
| left | create Bill, pay Bill, hold Bill, drop Bill, end Bill | |
| right | create Bill, pay Bill | |
| left | read Bill, update Bill | \`n == 0 && flag == true\` |
${rows}

## Events

None.

## Errors

- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| one | 409 | |
| two | 409 | |

## Limits

None.

## Versioning

None.
`;
}
