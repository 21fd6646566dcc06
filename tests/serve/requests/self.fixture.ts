import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';

/** Notes whose URL names a field of their board, and expressions that read fields computed from that URL. */
export const linked = documentText('Notes', {
  purpose: 'Purpose and scope: not shown.',
  resources: `### Board

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| slug | string | required; unique |

### Note

- Shown as: \`Note(all, meta: { at: = link })\`

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| board | ref Board | required; on delete restrict |
| text | string | required |
| tag | string | |
| more | string | = \`link + "?" + tag\` |
| link | uri | = \`self\` |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Board | POST | /boards | \`Board(slug)\` | 201 \`Board\` |
| create Note | POST | /boards/{board}/notes | \`Note(text, tag)\` | 201 \`Note\` header Location header X-More \`has(more) ? more : link\` |
| read Note | GET | /boards/{board.slug}/notes/{id} | | 200 \`{ here: = link, more: = has(more) ? more : "none" }\` when \`self == link and text == "here"\`; 200 \`Note\` |
| list Note | GET | /boards/{board}/notes | | 200 \`{ data: { id: Note.id, at: = link, more?: Note.more }[] }\` |
| look Note (handler) | POST | /notes/{id}/look | | 200 \`Note\` |
| list events | GET | /events | | 200 \`{ data: { note: payload }[] }\` |`,
  authentication: keyed('| clerk | all Board, all Note, list events, look Note | `shop == caller.shop` |'),
  events: `| Event | When | Payload |
| --- | --- | --- |
| note.made | create Note | \`{ id: Note.id, at: = link, more?: Note.more }\` |`,
  versioning: versioned(
    ['2', '1'],
    `| 2 | renamed | Note.link | url | | |
| 2 | renamed | Note.board | wall | | |`,
  ),
});
