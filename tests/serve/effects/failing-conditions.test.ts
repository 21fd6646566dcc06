import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** The effects that are tried, each the only one of a transition that takes `items`, `k` and `box`. */
const effects = {
  less: '`input.items.each(i, i.k > 0, create Done(sheet: id))`',
  divided: '`input.items.each(i, 10 / i.k >= 0, create Done(sheet: id))`',
  asked: '`input.items.each(i, has(i.k) and i.k > 0, create Done(sheet: id))`',
  records: '`Entry.each(e, e.sheet == id and e.n > input.k, delete e)`',
  guarded: '`Entry.each(e, e.sheet == id and has(input.k) and e.n > input.k, delete e)`',
  either: '`Entry.each(e, e.sheet == id and (not has(input.k) or e.n > input.k), delete e)`',
  equal: '`Entry.each(e, e.sheet == id and e.n == input.k, delete e)`',
  unequal: '`Entry.each(e, e.sheet == id and not (e.n == input.k), delete e)`',
  quotient: '`Entry.each(e, e.sheet == id and e.n == 6 / input.k, delete e)`',
  first: '`Entry.each(e, e.sheet == id and e.n > input.items[0].k, delete e)`',
  nested: '`input.items.each(i, Entry.each(e, e.sheet == id and e.n > i.k, delete e))`',
  inside: '`input.box.items.each(i, i.k > 0, create Done(sheet: id))`',
};

const page = documentText('Sheets', {
  resources: `### Sheet

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| owner | string | assigned from caller.id |

### Entry

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| sheet | ref Sheet | required; on delete cascade |
| n | integer | required |

### Done

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| sheet | ref Sheet | required; on delete cascade |

### Item (object)

| Field | Type |
| --- | --- |
| k | integer |

### In (object)

| Field | Type |
| --- | --- |
| box | Box or null |

### Box (object)

| Field | Type |
| --- | --- |
| items | Item[] |`,
  states: `### Sheet

| Transition | Effect |
| --- | --- |
${Object.entries(effects)
  .map(([name, effect]) => `| ${name} | ${effect} |`)
  .join('\n')}`,
  endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Sheet | /sheets | | |
| create, read Entry | /entries | | |
| read Done | /done/{id} | | |
${Object.keys(effects)
  .map(
    (name) =>
      `| ${name} Sheet | /sheets/{id}/${name} | \`{ items?: Item[], k?: Entry.n, box?: In.box }\` | 200 \`Sheet(id, entries: Entry(n)[..9 by n], done: Done(id)[..9])\` |`,
  )
  .join('\n')}`,
  authentication: keyed(`| user | all Sheet | \`owner == caller.id\` |
| user | all Entry, all Done | \`sheet.owner == caller.id\` |`),
  errors: '- Codes: named after conditions',
});

/** What an effect does to a sheet with entries 1, 2 and 3: the pointer of its refusal, or the entries and the number of things done. */
const tried: readonly (readonly [keyof typeof effects, object, string | readonly [string, number]])[] = [
  ['less', { items: [{ k: 1 }, { k: 0 }] }, ['123', 1]],
  ['less', { items: [{ k: 1 }, {}] }, '/items/1'],
  ['less', {}, ['123', 0]],
  ['divided', { items: [{ k: 0 }] }, '/items/0'],
  ['asked', { items: [{}, { k: 1 }] }, ['123', 1]],
  ['records', { k: 2 }, ['12', 0]],
  ['records', {}, '/k'],
  ['guarded', {}, ['123', 0]],
  ['guarded', { k: 1 }, ['1', 0]],
  ['either', {}, ['', 0]],
  ['either', { k: 2 }, ['12', 0]],
  ['equal', {}, ['123', 0]],
  ['equal', { k: 2 }, ['13', 0]],
  ['unequal', {}, '/k'],
  ['unequal', { k: 2 }, ['2', 0]],
  ['quotient', { k: 3 }, ['13', 0]],
  ['quotient', { k: 0 }, ''],
  ['quotient', {}, ['123', 0]],
  ['first', { items: [{ k: 1 }] }, ['1', 0]],
  ['first', { items: [] }, ''],
  ['nested', { items: [{ k: 2 }, { k: 1 }] }, ['1', 0]],
  ['nested', { items: [{ k: 2 }, {}] }, '/items/1/k'],
  ['inside', {}, ['123', 0]],
  ['inside', { box: null }, ['123', 0]],
  ['inside', { box: { items: [{ k: 1 }, {}] } }, '/box/items/1'],
];

for (const [name, address] of everyStore) {
  test(`a condition of an effect that fails refuses the request ${name}`, async (t) => {
    const served = await serveIn(t, page, {}, undefined, await address());
    const as = async (subject: string) => {
      const key = await served.key(['user'], {}, { subject });
      return async (line: string, body?: object) => await served.ask(line, { key, body });
    };
    const [ana, bob] = [await as('ana'), await as('bob')];
    const make = async (ask: typeof ana): Promise<number> => {
      const { id } = (await ask('POST /sheets', {})).json;
      for (const n of [1, 2, 3]) await ask('POST /entries', { sheet: id, n });
      return id;
    };
    const his = await make(bob);
    for (const [effect, body, expected] of tried) {
      const got = await ana(`POST /sheets/${await make(ana)}/${effect}`, body);
      const about = `${effect} ${JSON.stringify(body)} ${got.text}`;
      if (typeof expected === 'string') {
        assert.deepEqual(
          [got.status, got.json.errors?.map(({ pointer }: { pointer: string }) => pointer)],
          [422, [expected]],
          about,
        );
        assert.ok(
          ['the condition for an item cannot be computed', 'the condition for Entry cannot be computed'].includes(
            got.json.errors[0].message,
          ),
        );
      } else {
        assert.equal(got.status, 200, about);
        const entries = got.json.entries.map(({ n }: { n: number }) => n).join('');
        assert.deepEqual([entries, got.json.done.length], expected, about);
      }
    }
    const got = await bob(`POST /sheets/${his}/guarded`, {});
    assert.equal(got.json.entries.length, 3);
  });
}
