import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Comments of two shops, which callers may list, read, or only write; what lists show is more than what reads show. */
const document = documentText('Comments', {
  purpose: `Keeps comments.

- In scope: comments`,
  resources: `### Comment

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| author | string | assigned from caller.name |
| text | string | required |
| pinned | boolean | default false |

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| comment | ref Comment | required; on delete cascade |

### Tally (object)

| Field | Type | Constraints |
| --- | --- | --- |
| texts | string[] | required |`,
  states: `### Comment

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| | pin | | \`pinned = true\` |`,
  endpoints: `- Base URL: https://comments.example

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Comment | POST | /comments | \`Comment(text)\` | 201 \`Comment\` |
| list Comment | GET | /comments | | 200 \`Comment[]\` |
| read Comment | GET | /comments/{id} | | 200 \`Comment\` |
| read Comment as draft | GET | /comments/{id}/draft | | 200 \`Comment\` |
| update Comment | PATCH | /comments/{id} | \`Comment(text)\` | 200 \`Comment\` |
| replace Comment | PUT | /comments/{id} | \`Comment(text)\` | 200 \`Comment\` |
| delete Comment | DELETE | /comments/{id} | | 204 |
| pin Comment | POST | /comments/{id}/pin | | 200 \`Comment\` |
| weigh Comment (handler) | POST | /comments/{id}/weigh | | 204 |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| create Note as remark | POST | /comments/{comment}/notes | \`{}\` | 201 \`Note\` |
| list Note | GET | /notes | | 200 \`Note(id, comment: Comment)[]\` |
| list Note as short | GET | /notes/short | | 200 \`Note[]\` |
| tally (handler) | POST | /tally | | 200 \`Tally\` |

### short

| Parameter | Maps to |
| --- | --- |
| expand | expand comment |`,
  authentication: keyed(
    `| authenticated | create Note, remark, list Note, short, tally | |
| writes | create Comment, update Comment, replace Comment, delete Comment, pin Comment, weigh Comment | \`author == caller.name\` |
| lists | list Comment | \`shop == caller.shop\` |
| reads | read Comment | \`shop == caller.shop and text != "secret"\` |
| drafts | draft | \`author == caller.name\` |`,
    `| shop | string |
| name | string |`,
  ),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| forbidden | 403 | forbidden |
| not_found | 404 | not found |
| invalid | 422 | invalid input |`,
});

const handlers = {
  'weigh Comment': () => undefined,
  async tally({ store }: { store: { list(name: string, asked: object): Promise<{ text: string }[]> } }) {
    return { texts: (await store.list('Comment', {})).map(({ text }) => text).toSorted() };
  },
};

/** Each comment by what it says, its shop and its author. */
const comments = [
  ['own', 'north', 'Bea'],
  ['plain', 'north', 'Ada'],
  ['secret', 'north', 'Ada'],
  ['strange', 'south', 'Cy'],
  ['moved', 'south', 'Bea'],
] as const;
type Text = (typeof comments)[number][0];
const allTexts = comments.map(([text]) => text);

/** What Bea of the shop north may read and name by which scopes: who may only write reads nothing, and names what it may write. */
const known: readonly (readonly [scopes: readonly string[], reads: readonly Text[], names: readonly Text[]])[] = [
  [[], [], []],
  [['writes'], [], ['own', 'moved']],
  [['lists'], ['own', 'plain', 'secret'], ['own', 'plain', 'secret']],
  [['reads'], ['own', 'plain'], ['own', 'plain']],
  [
    ['writes', 'lists'],
    ['own', 'plain', 'secret'],
    ['own', 'plain', 'secret'],
  ],
  [
    ['writes', 'reads'],
    ['own', 'plain'],
    ['own', 'plain'],
  ],
  [
    ['writes', 'lists', 'reads'],
    ['own', 'plain'],
    ['own', 'plain'],
  ],
  [
    ['writes', 'lists', 'drafts'],
    ['own', 'moved'],
    ['own', 'moved'],
  ],
];

for (const [name, addressOf] of everyStore) {
  describe(`what a caller may read ${name}`, () => {
    let served: Served;
    const ids = new Map<Text, string>();
    const bea = (scopes: readonly string[]): Promise<string> => served.key(scopes, { shop: 'north', name: 'Bea' });
    const told = ({ status, json }: Got): string => `${status} ${json?.code}`;

    before(async () => {
      served = await serve(document, {}, undefined, await addressOf(), handlers);
      for (const [text, shop, author] of comments) {
        const key = await served.key(['writes', 'lists'], { shop, name: author });
        ids.set(text, (await served.ask('POST /comments', { key, body: { text } })).json.id);
        const noted = await served.ask('POST /notes', { key, body: { comment: ids.get(text) } });
        assert.equal(noted.status, 201, noted.text);
      }
    });
    after(() => served.close());

    for (const [scopes, reads] of known.filter(([scopes]) => scopes.includes('writes'))) {
      test(`with ${scopes.join(', ')}: what may be read is refused as not allowed, the rest is not found`, async () => {
        const key = await bea(scopes);
        for (const [text] of comments.filter(([, , author]) => author !== 'Bea')) {
          const expected = reads.includes(text) ? '403 forbidden' : '404 not_found';
          const path = `/comments/${ids.get(text)}`;
          for (const line of [`DELETE ${path}`, `POST ${path}/pin`, `POST ${path}/weigh`]) {
            assert.equal(told(await served.ask(line, { key })), expected, `${line} of ${text}`);
          }
          for (const method of ['PATCH', 'PUT']) {
            const got = await served.ask(`${method} ${path}`, { key, body: { text: 'new' } });
            assert.equal(told(got), expected, `${method} of ${text}`);
          }
        }
        assert.equal((await served.ask(`POST /comments/${ids.get('own')}/pin`, { key })).status, 200);
      });
    }

    for (const [scopes, reads, names] of known) {
      const who = scopes.join(', ') || 'no scope';

      test(`with ${who}: what may be read is embedded and found by code, what may be named is referred to`, async () => {
        const key = await bea(scopes);
        for (const path of ['/notes', '/notes/short?expand=comment']) {
          const { json } = await served.ask(`GET ${path}`, { key });
          const shown = (json as { comment: { text?: Text } }[]).flatMap(({ comment }) => comment.text ?? []);
          assert.deepEqual([...new Set(shown)].sort(), reads.toSorted(), path);
        }
        for (const text of allTexts) {
          const [id, may] = [ids.get(text)!, names.includes(text)];
          const made = await served.ask('POST /notes', { key, body: { comment: id } });
          assert.equal(told(made), may ? '201 undefined' : '422 invalid', text);
          const under = await served.ask(`POST /comments/${id}/notes`, { key });
          assert.equal(told(under), may ? '201 undefined' : '404 not_found', text);
        }
        assert.deepEqual((await served.ask('POST /tally', { key })).json.texts, names.toSorted());
      });
    }

    test('a read that hides a record which another read shows is not allowed, any other is not found', async () => {
      const key = await bea(['reads', 'drafts', 'lists']);
      const read = async (text: Text): Promise<string> =>
        told(await served.ask(`GET /comments/${ids.get(text)}/draft`, { key }));
      const all = await Promise.all(allTexts.map(read));
      assert.deepEqual(all, ['200 undefined', '403 forbidden', '404 not_found', '404 not_found', '200 undefined']);
      const only = await bea(['drafts', 'lists']);
      const got = await served.ask(`GET /comments/${ids.get('plain')}/draft`, { key: only });
      assert.equal(told(got), '404 not_found');
      const other = await bea(['reads']);
      assert.equal(told(await served.ask(`GET /comments/${ids.get('own')}/draft`, { key: other })), '403 forbidden');
    });
  });
}
