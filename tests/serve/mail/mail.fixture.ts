import { documentText } from '../../support/document-text.fixture.ts';

/** A service of two tenants that sends emails about notes; `attempts` is the cell of their row, `quote` a further line of the text. */
export function mailing(attempts = '', quote = ''): string {
  return documentText('Notes', {
    purpose: 'Keeps notes, and sends emails.',
    resources: `### Member

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid mem | assigned |
| shop | string | assigned from caller.shop |
| name | string | required; 1..5000 characters |
| email | email | |
| code | string | write-only |

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid note | assigned |
| shop | string | assigned from caller.shop |
| owner | ref Member | required |
| text | string | required |
| memo | string | |
| total | decimal | |
| due_on | date | |
| copies | string[] | |
| link | string or null | |`,
    endpoints: `- Unknown fields: refused

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Member | POST | /members | \`Member\` | 201 \`Member\` |
| update Member | PATCH | /members/{id} | \`Member\` | 200 \`Member\` |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| update Note | PATCH | /notes/{id} | \`Note\` | 200 \`Note\` |
| delete Note | DELETE | /notes/{id} | | 204 |`,
    authentication: `| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days |

| Scope | Allows | Where |
| --- | --- | --- |
| all | all | \`shop == caller.shop\` |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |`,
    events: `- From: Notes Ltd. <no-reply@notes.example>

### Events

| Event | When |
| --- | --- |
| note.made | create Note |
| note.changed | update Note when \`old.text != text\` |

### Emails

| Email | Event | To | Subject | Attempts |
| --- | --- | --- | --- | --- |
| made | note.made | \`owner.email\` | New: {text} | ${attempts} |
| copy | note.made | \`copies\` | Copy of {text} by {owner.name} | ${attempts} |
| changed | note.changed | \`owner.email\` | {old.text} is now {text} | ${attempts} |

### made

Sent to the owner.

> Hello **{owner.name}**,
>
> your note is [here](https://notes.example/{id}), due {due_on}, total {total}.
>
> {memo}
>
> [Its link]({link})${quote}

### copy

> Copied: {text}

### changed

> Changed.`,
    errors: `- Body: problem details

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| invalid | 422 | invalid input | Some fields are not as they should be |`,
  });
}
