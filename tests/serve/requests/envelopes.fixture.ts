import { documentText, keyed } from '../../support/document-text.fixture.ts';

/** A document whose Requests wrap the record, in one object or in several, beside members that are `input` alone. */
export const enveloped = documentText('Envelopes', {
  intro: 'Articles of desks.',
  purpose: 'Purpose and scope: not shown.',
  resources: `### Article

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| desk | string | assigned from caller.desk |
| title | string | required; 1..20 characters |
| note | string or null | |
| kind | one of news, essay | default news |
| tags | string[] | unique items |
| parts | Part[] | |
| pin | password | write-only |
| loud | boolean | read-only |
| last | string | read-only |
| link | string | = \`self\` |
| status | state | |

| Rule | On | Check | Error |
| --- | --- | --- | --- |
| not_a_test | create, update | \`not has(input.article) or not has(input.article.title) or input.article.title != "test"\` | no_tests |

### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| size | integer | default 1 |
| hint | string or null | |`,
  states: `### Article

| State | Kind |
| --- | --- |
| draft | initial |
| shown | |

| From | Transition | To | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- |
| — | create | — | | \`last = has(input.notify) ? "told " + input.notify : "silent"\` | |
| any | update | — | | \`last = has(input.article.title) ? "was " + old.title : "kept"\` | |
| draft | show | shown | | | |
| shown | hide | draft | | | |
| any | edit | same | | \`note = has(input.article.note) ? input.article.note : note\`; \`parts = has(input.article.parts) ? input.article.parts : []\`; \`last = has(input.article.title) ? input.article.title : "none"\` | |

| Field | draft | shown |
| --- | --- | --- |
| kind | editable | fixed |`,
  endpoints: `Base address: not shown.
- Request media types: application/json, application/json-patch+json, application/x-www-form-urlencoded

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Article | POST | /articles | \`{ article: Article(title, note, kind, tags, parts, pin), notify?: Part.text }\` | 201 \`{ article: Article, sent: = input.article.title }\` |
| create Article as put | PUT | /articles/{id} | \`{ article: Article(id?, title, kind) }\` | 201 \`{ article: Article }\`; 200 \`{ article: Article }\` |
| create Article as split | POST | /split | \`{ data: { type: "articles", attributes: { headline: Article.title, parts?: Part(text)[] } }, meta?: { note?: Article.note, by?: Part.text }, more?: { kind?: Article.kind, why: Part.text } }\` | 201 \`{ article: Article, by?: = input.meta.by }\` |
| read Article | GET | /articles/{id} | | 200 \`{ article: Article }\` |
| update Article | PATCH | /articles/{id} | \`{ article: Article }\` | 200 \`{ article: Article, sent?: = input.article.title }\` |
| update Article as edit | PUT | /articles/{id}/edit | \`{ article: Article(title, note, kind, tags) }\` | 200 \`{ article: Article }\` |
| replace Article | PUT | /articles/{id}/all | \`{ article: Article(title, note, kind, tags) }\` | 200 \`{ article: Article }\` |
| show Article | POST | /articles/{id}/show | | 200 \`{ article: Article }\` |
| hide Article | POST | /articles/{id}/hide | | 200 \`{ article: Article }\` |
| edit Article | PUT | /articles/{id}/edited | \`{ article: { title?: Article.title, note?: Article.note, parts?: Article.parts } }\` | 200 \`{ article: Article, note?: = input.article.note }\` header X-Note \`string(has(input.article.note))\` |
| look Article (handler) | GET | /articles/{id}/look | | 200 \`{ article: Article(id, title, parts: Part(text)[]) }\` |
| all_of_them (handler) | GET | /all | | 200 \`{ articles: Article(id, title)[], first?: Article(title, link), data: { part?: Part, title: Article.title } }\` |
| echo (handler) | POST | /echo | \`{ article: Article(title, note, kind, parts), more?: { note?: Article.note, title?: Article.title, parts?: Part(text, hint)[] } }\` | 200 \`{ text: Part.text }\` |

### Idempotency

| Operations | Key | Kept for |
| --- | --- | --- |
| create Article | header Idempotency-Key | 1 hour |`,
  authentication: keyed(
    `| clerk | all Article, put, split, edit | \`desk == caller.desk\` |
| clerk | echo, all_of_them, look Article | |`,
    `| desk | string |`,
  ),
  errors: `| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |
| no_tests | 422 | |
| fixed | 409 | wrong state |`,
  versioning: `### Versions

| Version | Status | Released |
| --- | --- | --- |
| 2 | current | 2026-06-01 |
| 1 | supported | 2026-01-01 |

### Placement

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

### Changes

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Article.title | name | | |
| 2 | renamed | Article.note | memo | | |
| 2 | default | Article.kind | essay | | |
| 2 | type | Article.loud | string | = \`string(loud)\` | |`,
});
