import { documentText, keyed } from '../../support/document-text.fixture.ts';

/** Articles that everybody reads once they are published; drafts are their author's and the editors' of the shop. */
export const gazette = documentText('Gazette', {
  purpose: `Keeps articles, and what readers say of them.

- In scope: articles`,
  resources: `### Article

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| author | string | assigned from caller.name |
| title | string | required |
| slug | string | required; unique |
| published | boolean | read-only; default false |
| likes | integer | read-only; default 0 |

### Comment

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| article | ref Article | required; on delete cascade |
| text | string | required |

### Tip

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| kind | one of open, secret | required |
| text | string | required |

### Titles (object)

| Field | Type | Constraints |
| --- | --- | --- |
| titles | string[] | required |
| got | string | |`,
  states: `### Article

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| | publish | | \`published = true\` |
| | withdraw | | \`published = false\` |
| | like | | \`likes = likes + 1\` |`,
  endpoints: `- Base URL: https://gazette.example

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Article | POST | /articles | \`Article(title, slug)\` | 201 \`Article\` |
| list Article | GET | /articles | | 200 \`{ data: Article[], count: total count, next: next cursor }\` |
| read Article | GET | /articles/{slug} | | 200 \`Article\` |
| update Article | PATCH | /articles/{slug} | \`Article(title)\` | 200 \`Article\` |
| delete Article | DELETE | /articles/{slug} | | 204 |
| publish Article | POST | /articles/{slug}/publish | | 200 \`Article\` |
| withdraw Article | POST | /articles/{slug}/withdraw | | 200 \`Article\` |
| like Article | POST | /articles/{slug}/like | | 200 \`Article\` |
| create Comment | POST | /comments | \`Comment\` | 201 \`Comment\` |
| create Comment as remark | POST | /articles/{article.slug}/comments | \`Comment(text)\` | 201 \`Comment\` |
| list Comment as of_article | GET | /articles/{article.slug}/comments | | 200 \`Comment(id, text)[]\` |
| list Comment | GET | /comments | | 200 \`Comment(id, text, article: Article(id, title))[]\` |
| read Comment | GET | /comments/{id} | | 200 \`Comment\` |
| create Tip | POST | /tips | \`Tip\` | 201 \`Tip\` |
| update Tip | PATCH | /tips/{id} | \`Tip\` | 200 \`Tip\` |
| list Tip | GET | /tips | | 200 \`Tip[]\` |
| titles (handler) | POST | /titles | \`{ id: Article.id }\` | 200 \`Titles\` |
| stream events | GET | /stream | | 200 |
| list events | GET | /events | | 200 \`{ data: { id: event id, kind: event type, body: payload }[], next: next cursor }\` |
| read event | GET | /events/{id} | | 200 \`{ id: event id, body: payload }\` |

### list Article

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| cursor | cursor |
| title | filter title = |
| q | search title |

### read Comment

| Parameter | Maps to |
| --- | --- |
| expand | expand article |

### list events

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |`,
  authentication: keyed(
    `| public | list Article, read Article, like Article, stream events, list events, read event | \`published == true\` |
| public | create Comment, remark, of_article, list Comment, read Comment, titles | |
| public | create Tip, update Tip, list Tip | \`kind == "open"\` |
| author | all Article | \`shop == caller.shop and author == caller.name\` |
| editor | list Article, read Article, stream events, list events, read event | \`shop == caller.shop\` |`,
    `| shop | string |
| name | string |`,
  ),
  events: `| Event | When | Payload |
| --- | --- | --- |
| article.written | create Article | \`Article(title)\` |
| article.published | publish Article | \`Article(title)\` |
| article.withdrawn | withdraw Article | \`Article(title)\` |
| article.liked | like Article | \`Article(title, likes)\` |

| Delivery | To | Events | Envelope |
| --- | --- | --- | --- |
| sse | GET /stream | all | \`{ kind: event type, body: payload }\` |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| unauthenticated | 401 | no credential; invalid credential |
| forbidden | 403 | forbidden |
| not_found | 404 | not found |
| invalid | 422 | invalid input |`,
});
