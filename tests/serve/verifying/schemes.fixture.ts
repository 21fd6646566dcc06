import { documentText } from '../../support/document-text.fixture.ts';

/** A document whose callers show who they are in every way for which credentials are made here. */
export const schemes = documentText('Notes', {
  intro: 'Notes of shops.',
  purpose: `Keeps notes.

- In scope: notes`,
  resources: `### Note

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | typeid note | assigned | |
| shop | string | assigned from caller.shop | |
| level | integer | assigned from caller.level | |
| text | string | required; 1..200 characters | |`,
  endpoints: `| Operation | Method | Path | Request | Response | Meaning |
| --- | --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note(text)\` | 201 \`Note\` | |
| read Note | GET | /notes/{id} | | 200 \`Note\` | |
| list Note | GET | /notes | | 200 \`Note[]\` | |
| hello (handler) | GET | /hello | | 200 \`{ text: Note.text }\` | |
| me (handler) | GET | /me | | 200 \`{ text: Note.text }\` | |
| login (handler) | POST | /login | \`{ name: Note.text, lifetime?: Note.text, fail?: Note.text }\` | 200 \`{ text: Note.text }\` | |
| logout (handler) | POST | /logout | \`{ token?: Note.text, user?: Note.text, fail?: Note.text }\` | 200 \`{ text: Note.text }\` | |`,
  authentication: `### Schemes

| Scheme | Kind | Sent in | Credential | Lifetime | Meaning |
| --- | --- | --- | --- | --- | --- |
| key | api key | header X-Api-Key; header Authorization: Bearer; query key | key | 365 days | |
| session | access token | cookie session; header Authorization: Bearer | token | 1 hour | |
| legacy | basic | header Authorization: Basic | id and secret | | |

### Caller

| Attribute | Type | Meaning |
| --- | --- | --- |
| shop | string | |
| level | integer | |

### Scopes

| Scope | Allows | Where | Meaning |
| --- | --- | --- | --- |
| public | hello, login | | |
| authenticated | logout, me | | |
| notes | all Note | \`shop == caller.shop\` | |`,
  errors: `- Body: problem details

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| unauthenticated | 401 | no credential; invalid credential | A valid credential is needed |
| not_allowed | 403 | forbidden | Not for you |
| not_found | 404 | not found; unknown path | There is none |
| method_not_allowed | 405 | method not allowed | |
| not_acceptable | 406 | not acceptable | |
| media_type | 415 | unsupported media type | |
| malformed | 400 | malformed request | |
| invalid | 422 | invalid input | Not so |
| too_large | 413 | too large | |
| no_login | 403 | raised by login | No |
| broken | 500 | internal error | |`,
});

// biome-ignore lint/suspicious/noExplicitAny: handlers are typed by \`nonet generate types\`, not in tests
type Context = any;

/** Its code: a login that gives tokens, a logout that ends them. */
export const schemesCode = {
  hello: () => ({ text: 'hello' }),
  me: ({ credential }: Context) => ({ text: credential() }),
  login: async ({ input, issue, refuse }: Context) => {
    const more = input.lifetime === undefined ? {} : { lifetime: input.lifetime };
    const attributes = { shop: input.name, level: 7 };
    const token = await issue('session', { id: `user-${input.name}`, scopes: ['notes'], attributes, ...more });
    if (input.fail !== undefined) refuse('no_login');
    return { text: token };
  },
  logout: async ({ input, revoke }: Context) => {
    const done = await revoke(input.user === undefined ? input.token : { id: input.user });
    if (input.fail !== undefined) throw new Error('undone');
    return { text: String(done) };
  },
};
