import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compare, read } from '../../../src/index.ts';
import { versioned } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { chain } from './chain.fixture.ts';
import { orders } from './items.fixture.ts';

const renamed = chain.replace(
  /## Versioning\n\nNone\./,
  `## Versioning\n\n${versioned(
    ['2', '1'],
    `| 2 | renamed | Project.owner | holder | | |
| 2 | renamed | Comment.post | entry | | |
| 2 | renamed | Post.project | plan | | |`,
  )}`,
);

/** The part Versioning of a document without changes. */
const first = versioned(['1'], '').split('\n\n| Version | Change')[0]!;

const versionRules = ['versioning/current-changed', 'versioning/version-added'];

for (const [store, address] of everyStore) {
  describe(`paths through several references in an older version ${store}`, () => {
    let served: Served;
    let key: string;
    before(async () => {
      served = await serve(renamed, {}, undefined, await address());
      key = await served.key(['all'], { shop: 'north' }, { subject: 'ana' });
    });
    after(() => served.close());
    const ask = (line: string, version: string, body?: unknown): Promise<Got> =>
      served.ask(line, { key, headers: { V: version }, ...(body === undefined ? {} : { body }) });

    test('names on the way are those of the version, and the values the same', async () => {
      const team = (await ask('POST /teams', '1', {})).json.id;
      const plan = (await ask('POST /projects', '1', { team, holder: 'ana' })).json.id;
      const entry = (await ask('POST /posts', '1', { plan, title: 'x' })).json.id;
      const made = await ask('POST /comments', '1', { entry, text: 'x' });
      assert.deepEqual([made.status, made.json.owner, made.json.shop], [201, 'ana', 'north'], made.text);
      const shown = { id: made.json.id, owner: 'ana', shop: 'north' };
      const older = (await ask('GET /comments?owner=ana', '1')).json;
      assert.deepEqual(older, [{ ...shown, entry: { id: entry, open: true } }]);
      const newer = (await ask('GET /comments?owner=ana', '2')).json;
      assert.deepEqual(newer, [{ ...shown, post: { id: entry, open: true } }]);
      assert.deepEqual((await ask('GET /comments?owner=eve', '1')).json, []);
      assert.equal((await ask(`POST /comments/${made.json.id}/finish`, '1')).json.text, 'by ana');
      assert.deepEqual(served.logged, []);
    });
  });
}

test('renamed fields on the way change no expression', () => {
  const older = (text: string, names: readonly (readonly [now: RegExp, was: string])[]): string =>
    names.reduce((made, [now, was]) => made.replace(now, was), text);
  const old = older(chain.replace(/## Versioning\n\nNone\./, `## Versioning\n\n${first}`), [
    [/(?<=\bpost\.)project\b/g, 'plan'],
    [/(?<=[`(] ?)project(?=\.team)/g, 'plan'],
    [/= project(?=\.team)/g, '= plan'],
    [/(?<=plan\.)owner\b/g, 'holder'],
    [/\bpost(?=\.(plan|reviewer))/g, 'entry'],
    [/\| project \|/g, '| plan |'],
    [/\| post \|/g, '| entry |'],
    [/\| owner \| string \| required/, '| holder | string | required'],
    [/post: Post/, 'entry: Post'],
  ]);
  const rules = compare(read(old), read(renamed)).changes.map(({ rule }) => rule);
  assert.deepEqual(new Set(rules), new Set(['resources/field-renamed', ...versionRules]));
});

test('renamed fields of what items refer to change no expression', () => {
  const now = orders.replace(
    /## Versioning\n\nNone\./,
    `## Versioning\n\n${versioned(['2', '1'], '| 2 | renamed | Product.price | cost | | |\n| 2 | renamed | Maker.open | live | | |')}`,
  );
  const old = orders
    .replace(/## Versioning\n\nNone\./, `## Versioning\n\n${first}`)
    .replace(/(?<=[a-z]\.)price\b|(?<=\| )price(?= \| integer)/g, 'cost')
    .replace(/(?<=[a-z]\.)open\b|(?<=\| )open(?= \| boolean)/g, 'live');
  const rules = compare(read(old), read(now)).changes.map(({ rule }) => rule);
  assert.deepEqual(new Set(rules), new Set(['resources/field-renamed', ...versionRules]));
});
