import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OutgoingResponse } from '../../../src/contracts/platform.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { useOwnServer } from '../../support/postgres.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { hooked, hookedService, storesFor } from './deliveries.fixture.ts';

useOwnServer();

const table = (name: string, ref: string) => `### ${name}

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid ${name.toLowerCase()} | assigned |
| shop | string | assigned from caller.shop |
${ref}

`;

/** Subscriptions, payloads and emails read the shelf of the folder of a note. */
const document = hooked(
  `| webhook | each Hook at url where \`shop == event.shop and topic == event.folder.shelf.name\` | note.made | | | 8 over 28 hours |

### Emails

| Email | Event | To | Subject |
| --- | --- | --- | --- |
| made | note.made | \`folder.shelf.email\` | New on {folder.shelf.name} |

### made

> {text}`,
)
  .replace('| kinds | string[] | |', '| kinds | string[] | |\n| topic | string | |')
  .replace('| inner | string | internal; default "inner word" |', '| folder | ref Folder | required |')
  .replace(
    '### Hook\n',
    `${table('Folder', '| shelf | ref Shelf | required |')}${table('Shelf', '| name | string | required |\n| email | email | |')}### Hook\n`,
  )
  .replace(
    '| create Hook ',
    `| create Folder | POST | /folders | \`Folder\` | 201 \`Folder\` |
| create Shelf | POST | /shelves | \`Shelf\` | 201 \`Shelf\` |
| update Shelf | PATCH | /shelves/{id} | \`Shelf\` | 200 \`Shelf\` |
| create Hook `,
  )
  .replace(
    'create Note | `Note` |',
    'create Note | `{ text: Note.text, shelf: = folder.shelf.name, email?: = folder.shelf.email }` |',
  )
  .replace('| Event | When | Payload |', '- From: Notes Ltd. <no-reply@notes.example>\n\n| Event | When | Payload |');

for (const [name, open] of bothStores) {
  describe(`deliveries that read through several references, ${name}`, () => {
    test('subscriptions, payloads and emails read the records as they were', async (t) => {
      const server = await startMailServer();
      t.after(() => server.close());
      const got: unknown[] = [];
      const receive = (request: { readonly url: string; readonly body: string }): OutgoingResponse => {
        got.push([request.url, JSON.parse(request.body)]);
        return { status: 204 };
      };
      const settings = { mail: { server: server.address } };
      const stores = await storesFor(t, open, document);
      const service = await hookedService(t, stores, { document, receive, still: false, settings });
      const made = async (path: string, body: object, shop = 'north'): Promise<string> => {
        const { status, json } = await service.ask(`POST ${path}`, body, shop);
        assert.equal(status, 201, JSON.stringify(json));
        return json.id;
      };
      for (const topic of ['art', 'law']) await made('/hooks', { url: `https://receiver.example.com/${topic}`, topic });
      await made('/hooks', { url: 'https://receiver.example.com/south', topic: 'art' }, 'south');
      const shelf = await made('/shelves', { name: 'art', email: 'art@north.example' });
      const folder = await made('/folders', { shelf });
      await made('/notes', { text: 'one', folder });
      await service.ask(`PATCH /shelves/${shelf}`, { name: 'law' });
      await made('/notes', { text: 'two', folder });
      await service.until(() => got.length >= 2 && server.taken.length >= 2, 'the deliveries');
      const email = 'art@north.example';
      assert.deepEqual(got.toSorted(), [
        ['https://receiver.example.com/art', { text: 'one', shelf: 'art', email }],
        ['https://receiver.example.com/law', { text: 'two', shelf: 'law', email }],
      ]);
      assert.deepEqual(server.taken.map(({ to, headers }) => [to, headers.subject]).toSorted(), [
        [[email], 'New on art'],
        [[email], 'New on law'],
      ]);
    });
  });
}
