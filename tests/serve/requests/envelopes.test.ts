import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Context } from '../handlers/handlers.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { enveloped } from './envelopes.fixture.ts';

const jsonPatch = { 'Content-Type': 'application/json-patch+json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const older = { 'Api-Version': '1' };
const handlers = {
  'look Article': ({ record }: Context) => ({ ...record, ...returned }),
  all_of_them: () => returned,
  echo: ({ input }: Context) => ({
    text: JSON.stringify(input, (_, value) => (value === undefined ? 'undefined' : value)),
  }),
};
let returned: object = {};
const pointers = ({ json }: Got): readonly string[] =>
  (json.errors ?? []).map(({ pointer }: { pointer: string }) => pointer);

for (const [store, address] of everyStore) {
  describe(`Requests that wrap the record ${store}`, () => {
    let served: Served;
    let ours: string;
    let theirs: string;
    before(async () => {
      served = await serve(enveloped, {}, undefined, await address(), handlers);
      ours = await served.key(['clerk'], { desk: 'ours' });
      theirs = await served.key(['clerk'], { desk: 'theirs' });
    });
    after(() => served.close());
    const ask = (line: string, body?: unknown, headers = {}, key = ours): Promise<Got> =>
      served.ask(line, { key, headers, ...(typeof body === 'string' ? { text: body } : { body }) });
    const made = async (article: object = { title: 'one' }): Promise<string> => {
      const got = await ask('POST /articles', { article });
      assert.equal(got.status, 201, got.text);
      return `/articles/${got.json.article.id}`;
    };
    const shown = async (path: string): Promise<Record<string, unknown>> => (await ask(`GET ${path}`)).json.article;

    test('create makes the record of what stands in the envelope', async () => {
      const parts = [{ text: 'a' }, { text: 'b', size: 2, hint: 'h' }];
      const got = await ask('POST /articles', { article: { title: 'one', tags: ['x'], parts }, notify: 'ada' });
      assert.equal(got.status, 201, got.text);
      const { id, link, ...article } = got.json.article;
      assert.match(link, new RegExp(`/articles/${id}$`));
      assert.deepEqual(article, {
        desk: 'ours',
        title: 'one',
        note: null,
        kind: 'news',
        tags: ['x'],
        parts: [
          { text: 'a', size: 1, hint: null },
          { text: 'b', size: 2, hint: 'h' },
        ],
        last: 'told ada',
        status: 'draft',
      });
      assert.equal(got.json.sent, 'one');
      assert.equal((await ask(`GET /articles/${id}`, undefined, {}, theirs)).status, 404);
    });

    test('guards and effects read the body as the Request has it', async () => {
      const refused = await ask('POST /articles', { article: { title: 'test' } });
      assert.deepEqual([refused.status, refused.json.code], [422, 'no_tests']);
      const path = await made();
      assert.equal((await shown(path)).last, 'silent');
      const changed = await ask(`PATCH ${path}`, { article: { title: 'two' } });
      assert.deepEqual(
        [changed.json.article.title, changed.json.article.last, changed.json.sent],
        ['two', 'was one', 'two'],
      );
      const noted = await ask(`PATCH ${path}`, { article: { note: 'n' } });
      assert.deepEqual([noted.json.article.last, noted.json.sent], ['kept', undefined]);
      assert.equal((await ask(`PATCH ${path}`, { article: { title: 'test' } })).json.code, 'no_tests');
    });

    test('what is wrong is told at its place in the envelope, at each level', async () => {
      const path = await made();
      const cases: readonly (readonly [line: string, body: unknown, pointers: readonly string[]])[] = [
        ['POST /articles', {}, ['/article']],
        ['POST /articles', { article: null }, ['/article']],
        ['POST /articles', { article: {} }, ['/article/title']],
        ['POST /articles', { article: { title: '' } }, ['/article/title']],
        ['POST /articles', { title: 'one', article: { title: 5, no: 1 } }, ['/article/title', '/article/no', '/title']],
        ['POST /articles', { article: { title: 'a', parts: [{ text: 1 }] } }, ['/article/parts/0/text']],
        ['POST /articles', { article: { title: 'a', tags: ['x', 'x'] } }, ['/article/tags']],
        ['POST /articles', { article: { title: 'a', loud: true } }, ['/article/loud']],
        [`PATCH ${path}`, { article: { title: null } }, ['/article/title']],
        [`PATCH ${path}`, { article: { loud: true, id: path.split('/')[2] } }, ['/article/loud']],
        [`PATCH ${path}`, {}, ['/article']],
        [`PUT ${path}/all`, { article: { note: 'n' } }, ['/article/title']],
        ['POST /split', { data: { type: 'no', attributes: { headline: 'a' } } }, ['/data/type']],
        ['POST /split', { data: { type: 'articles', attributes: { headline: '' } } }, ['/data/attributes/headline']],
        ['POST /split', { data: { type: 'articles', attributes: { headline: 'a', no: 1 } } }, ['/data/attributes/no']],
      ];
      for (const [line, body, expected] of cases) {
        const got = await ask(line, body);
        assert.deepEqual([got.status, pointers(got)], [422, expected], `${line} ${JSON.stringify(body)} ${got.text}`);
      }
    });

    test('update by PATCH and by PUT changes what was sent; replace resets the rest', async () => {
      const path = await made({ title: 'one', note: 'n', kind: 'essay', tags: ['x'] });
      const patched = await ask(`PATCH ${path}`, { article: { tags: null } });
      assert.deepEqual([patched.json.article.tags, patched.json.article.note], [undefined, 'n'], patched.text);
      const put = await ask(`PUT ${path}/edit`, { article: { title: 'two' } });
      assert.equal(put.status, 200, put.text);
      const { title, note, kind } = put.json.article;
      assert.deepEqual([title, note, kind], ['two', 'n', 'essay']);
      assert.equal((await ask(`PUT ${path}/edit`, { article: { note: null } })).json.article.note, null);
      const replaced = await ask(`PUT ${path}/all`, { article: { title: 'three', tags: ['y'] } });
      const after = replaced.json.article;
      assert.deepEqual(
        [after.title, after.note, after.kind, after.tags],
        ['three', null, 'news', ['y']],
        replaced.text,
      );
      assert.deepEqual(await shown(path), after);
      assert.equal((await ask(`PUT ${path}/edit`, { article: { title: 'four' } }, {}, theirs)).status, 404);
    });

    test('a JSON Patch sees the document as the Request shows it', async () => {
      const path = await made({ title: 'one', note: 'n', tags: ['x'] });
      const patch = [
        { op: 'test', path: '/article/title', value: 'one' },
        { op: 'replace', path: '/article/title', value: 'two' },
        { op: 'add', path: '/article/tags/-', value: 'y' },
        { op: 'remove', path: '/article/note' },
      ];
      const got = await ask(`PATCH ${path}`, patch, jsonPatch);
      assert.equal(got.status, 200, got.text);
      const { title, note, tags, last } = got.json.article;
      assert.deepEqual([title, note, tags, last, got.json.sent], ['two', null, ['x', 'y'], 'was one', 'two']);
      const flat = await ask(`PATCH ${path}`, [{ op: 'replace', path: '/title', value: 'x' }], jsonPatch);
      assert.deepEqual([flat.status, pointers(flat)], [422, ['/0']]);
      const wrong = await ask(`PATCH ${path}`, [{ op: 'replace', path: '/article/title', value: 5 }], jsonPatch);
      assert.deepEqual([wrong.status, pointers(wrong)], [422, ['/article/title']]);
      const pin = await ask(`PATCH ${path}`, [{ op: 'test', path: '/article/pin', value: 'x' }], jsonPatch);
      assert.equal(pin.status, 422);
      const gone = await ask(`PATCH ${path}`, [{ op: 'remove', path: '/article' }], jsonPatch);
      assert.deepEqual([gone.status, pointers(gone)], [422, ['/article']], gone.text);
      assert.equal((await shown(path)).title, 'two');
    });

    test('a form names the members inside an envelope in brackets', async () => {
      const got = await ask(
        'POST /articles',
        'article[title]=one&article%5Btags%5D=x&article[tags]=y&notify=ada',
        form,
      );
      assert.equal(got.status, 201, got.text);
      const { title, tags, last } = got.json.article;
      assert.deepEqual([title, tags, last], ['one', ['x', 'y'], 'told ada']);
      const wrong = await ask('POST /articles', 'article[title]=&article[no]=1', form);
      assert.deepEqual([wrong.status, pointers(wrong)], [422, ['/article/title', '/article/no']], wrong.text);
      assert.deepEqual(pointers(await ask('POST /articles', 'title=one', form)), ['/article', '/title']);
      assert.equal((await ask('POST /articles', 'article[title]=a&article[title]=b', form)).status, 400);
    });

    test('what the state fixes, and what nobody may change, is told in the envelope', async () => {
      const path = await made();
      await ask(`POST ${path}/show`);
      const wrong = await ask(`PATCH ${path}`, { article: { kind: 'essay' } });
      assert.deepEqual([wrong.status, wrong.json.code, pointers(wrong)], [409, 'fixed', ['/article/kind']]);
      assert.equal((await ask(`PATCH ${path}`, { article: { kind: 'news', status: 'shown' } })).status, 200);
      assert.deepEqual(pointers(await ask(`PATCH ${path}`, { article: { status: 'draft' } })), ['/article/status']);
      const kept = await ask(`PUT ${path}/all`, { article: { title: 'two' } });
      assert.deepEqual([kept.status, kept.json.article.kind], [200, 'news'], kept.text);
    });

    test('create by PUT takes the identity from the path, and is repeated by the same body', async () => {
      const path = '/articles/0f8fad5b-d9cb-469f-a165-70867728950e';
      const body = { article: { title: 'one' } };
      const first = await ask(`PUT ${path}`, body);
      assert.deepEqual([first.status, first.json.article.id], [201, path.split('/')[2]], first.text);
      assert.equal((await ask(`PUT ${path}`, body)).status, 200);
      assert.equal((await ask(`PUT ${path}`, { article: { title: 'one', kind: 'news' } })).status, 200);
      assert.equal((await ask(`PUT ${path}`, { article: { title: 'two' } })).status, 409);
      const other = { article: { ...body.article, id: '1f8fad5b-d9cb-469f-a165-70867728950e' } };
      assert.deepEqual(pointers(await ask(`PUT ${path}`, other)), ['/article/id']);
    });

    test('a record is made of fields that stand in several objects, beside members that are input alone', async () => {
      const attributes = { headline: 'one', parts: [{ text: 'a' }] };
      const body = { data: { type: 'articles', attributes }, meta: { note: 'n', by: 'ada' } };
      const got = await ask('POST /split', body);
      assert.equal(got.status, 201, got.text);
      const { title, note, parts } = got.json.article;
      assert.deepEqual([title, note, parts, got.json.by], ['one', 'n', [{ text: 'a', size: 1, hint: null }], 'ada']);
      const without = await ask('POST /split', { data: { type: 'articles', attributes: { headline: 'two' } } });
      assert.deepEqual(
        [without.status, without.json.article.note, without.json.by],
        [201, null, undefined],
        without.text,
      );
    });

    test('a password in an envelope is kept as a hash', async () => {
      const path = await made({ title: 'one', pin: 'secret' });
      const id = path.split('/')[2]!;
      const row = await served.store
        .prepare({ resource: 'Article', conditions: [{ kind: 'equal', field: 'id' }] })
        .one({ conditions: [id], now: Date.now() });
      assert.match(JSON.stringify(row), /scrypt/);
      assert.doesNotMatch(JSON.stringify(row), /secret/);
      assert.equal((await ask(`PATCH ${path}`, { article: { pin: 'other' } })).status, 200);
    });

    test('an idempotency key gives the first answer again', async () => {
      const headers = { 'Idempotency-Key': 'abc' };
      const first = await ask('POST /articles', { article: { title: 'one' } }, headers);
      const again = await ask('POST /articles', { article: { title: 'one' } }, headers);
      assert.deepEqual([first.status, again.text], [201, first.text]);
      assert.equal((await ask('POST /articles', { article: { title: 'two' } }, headers)).status, 422);
    });

    test('what was left out is absent in input, and null is there where it was sent', async () => {
      const path = await made({ title: 'one', note: 'n', parts: [{ text: 'a' }] });
      const edit = (article: object, headers = {}): Promise<Got> => ask(`PUT ${path}/edited`, { article }, headers);
      const without = await edit({});
      assert.equal(without.status, 200, without.text);
      const { note, last, parts } = without.json.article;
      assert.deepEqual([note, last, parts], ['n', 'none', []]);
      assert.deepEqual([without.json.note, without.headers.get('x-note')], [undefined, 'false']);
      const withParts = await edit({ title: 'two', parts: [{ text: 'b' }] });
      assert.deepEqual(
        [withParts.json.article.last, withParts.json.article.parts],
        ['two', [{ text: 'b', size: 1, hint: null }]],
      );
      const cleared = await edit({ note: null });
      assert.deepEqual([cleared.json.article.note, cleared.json.note], [null, null]);
      assert.equal(cleared.headers.get('x-note'), 'true');
      assert.deepEqual(pointers(await edit({ title: null })), ['/article/title']);
      assert.equal((await ask(`PUT ${path}/edited`, { article: {} }, {}, theirs)).status, 404);
    });

    test('code is given what was sent, and the defaults', async () => {
      const echo = async (body: object, headers = {}): Promise<unknown> => {
        const got = await ask('POST /echo', body, headers);
        assert.equal(got.status, 200, got.text);
        return JSON.parse(got.json.text);
      };
      const article = { title: 'one' };
      assert.deepEqual(await echo({ article }), { article: { title: 'one', kind: 'news' } });
      assert.deepEqual(await echo({ article, more: {} }), { article: { title: 'one', kind: 'news' }, more: {} });
      const parts = [{ text: 'a' }, { text: 'b', hint: null }];
      assert.deepEqual(await echo({ article: { title: 'one', note: null }, more: { note: null, parts } }), {
        article: { title: 'one', note: null, kind: 'news' },
        more: { note: null, parts },
      });
      assert.deepEqual(await echo({ article: { name: 'one' }, more: { parts } }, older), {
        article: { title: 'one', kind: 'essay' },
        more: { parts },
      });
    });

    test('callers of an older version send and see the envelope with its names', async () => {
      const first = await ask('POST /articles', { article: { name: 'one', memo: 'n' } }, older);
      assert.deepEqual([first.status, first.json.article.name, first.json.article.memo], [201, 'one', 'n'], first.text);
      const path = `/articles/${first.json.article.id}`;
      assert.deepEqual([(await shown(path)).title, (await shown(path)).note], ['one', 'n']);
      const patched = await ask(`PATCH ${path}`, { article: { name: 'two' } }, older);
      assert.deepEqual([patched.json.article.name, patched.json.article.last], ['two', 'was one'], patched.text);
      const edited = await ask(`PUT ${path}/edited`, { article: { title: 'x' } }, older);
      assert.deepEqual([edited.json.article.memo, edited.json.article.last], ['n', 'x'], edited.text);
      assert.equal((await ask(`PUT ${path}/edited`, { article: { note: null } }, older)).json.article.memo, null);
      const moved = [{ op: 'replace', path: '/article/name', value: 'three' }];
      const patch = await ask(`PATCH ${path}`, moved, { ...jsonPatch, ...older });
      assert.deepEqual([patch.status, patch.json.article.name], [200, 'three'], patch.text);
      const put = await ask(`PUT ${path}/all`, { article: { name: 'four' } }, older);
      assert.deepEqual([put.json.article.name, put.json.article.memo], ['four', null], put.text);
      await ask(`PUT ${path}/all`, { article: { name: 'four' } }, older);
      const tag = (await ask(`GET ${path}`)).headers.get('etag');
      await ask(`PUT ${path}/all`, { article: { name: 'four' } }, older);
      assert.equal((await ask(`GET ${path}`)).headers.get('etag'), tag);
      const wrong = await ask(`PATCH ${path}`, { article: { name: '', title: 'x' } }, older);
      assert.deepEqual(pointers(wrong), ['/article/name', '/article/title'], wrong.text);
      const formed = await ask('POST /articles', 'article[name]=one', { ...form, ...older });
      assert.deepEqual([formed.status, formed.json.article.name], [201, 'one'], formed.text);
      const by = '/articles/2f8fad5b-d9cb-469f-a165-70867728950e';
      assert.equal((await ask(`PUT ${by}`, { article: { name: 'one' } }, older)).status, 201);
      assert.equal((await ask(`PUT ${by}`, { article: { name: 'one' } }, older)).status, 200);
      assert.equal((await ask(`PUT ${by}`, { article: { title: 'one', kind: 'essay' } })).status, 200);
      assert.equal((await ask(`PATCH ${path}`, { article: { name: 'x' } }, older, theirs)).status, 404);
      const data = { type: 'articles', attributes: { headline: 'one' } };
      const split = await ask('POST /split', { data }, older);
      assert.deepEqual([split.status, split.json.article.name, split.json.by], [201, 'one', undefined], split.text);
      const kindOf = async (body: object, headers = {}) => (await ask('POST /split', body, headers)).json.article.kind;
      assert.equal(split.json.article.kind, 'essay');
      assert.equal(await kindOf({ data, more: { why: 'so' } }, older), 'essay');
      assert.equal(await kindOf({ data, more: { why: 'so', kind: 'news' } }, older), 'news');
      assert.equal(await kindOf({ data: { ...data, attributes: { headline: 'one' } } }), 'news');
      assert.deepEqual(pointers(await ask('POST /split', { data, more: {} }, older)), ['/more/why']);
    });

    test('what a handler returns is shown in the form of each version', async () => {
      const path = await made({ title: 'one', parts: [{ text: 'a', hint: 'h' }] });
      const id = path.split('/')[2];
      returned = {};
      const look = { id, title: 'one', parts: [{ text: 'a' }] };
      const { title: _, ...older1 } = { ...look, name: 'one' };
      assert.deepEqual((await ask(`GET ${path}/look`)).json, { article: look });
      assert.deepEqual((await ask(`GET ${path}/look`, undefined, older)).json, { article: older1 });
      const article = { id, title: 'one' };
      returned = { articles: [article], first: { ...article }, part: { text: 'a', size: 1, hint: null }, title: 'x' };
      const data = { part: { text: 'a', size: 1, hint: null }, title: 'x' };
      const link = (await ask('GET /all')).json.first.link;
      assert.match(link, new RegExp(`${path}$`));
      assert.deepEqual((await ask('GET /all')).json, { articles: [article], first: { title: 'one', link }, data });
      assert.deepEqual((await ask('GET /all', undefined, older)).json, {
        articles: [{ id, name: 'one' }],
        first: { name: 'one', link },
        data,
      });
    });

    test('a response that lacks what it must show is an internal error, whose line names the operation and the member', async () => {
      const path = await made();
      const line = served.plan.operations.find(({ name }) => name === 'all_of_them')!.line;
      const at = (more: number) => `the Response (shop.md:${line + more})`;
      const cases: readonly (readonly [of: string, returned: unknown, why: string])[] = [
        ['GET /all', {}, `all_of_them: the handler returned no list \`articles\`, which ${at(0)} shows`],
        ['GET /all', undefined, `all_of_them: the handler returned no list \`articles\`, which ${at(0)} shows`],
        ['GET /all', { articles: {} }, `all_of_them: the handler returned no list \`articles\`, which ${at(0)} shows`],
        [
          'GET /all',
          { articles: [{ id: path.slice(-36) }] },
          `all_of_them: the handler returned no \`articles[].title\`, which`,
        ],
        ['GET /all', { articles: [null] }, `all_of_them: the handler returned no \`articles[].id\`, which`],
        ['GET /all', { articles: [], first: {} }, `all_of_them: the handler returned no \`first.title\`, which`],
        [
          'GET /all',
          { articles: [] },
          `all_of_them: the handler returned no \`title\`, which ${at(0)} shows as \`data.title\`: return its fields without \`data\` around them`,
        ],
        [
          `GET ${path}/look`,
          { id: undefined, title: undefined },
          `look Article: the handler returned no \`id\`, which ${at(-1)} shows as \`article.id\`: return its fields without \`article\` around them`,
        ],
      ];
      for (const [operation, result, why] of cases) {
        returned = result as object;
        const got = await ask(operation);
        assert.equal(got.status, 500, got.text);
        const logged = served.logged.at(-1)!;
        assert.ok(logged.startsWith(`failed to build the response of ${why}`), logged);
      }
      returned = { articles: [], title: 'x', part: null };
      assert.deepEqual((await ask('GET /all')).json, { articles: [], data: { title: 'x' } });
    });

    test('a replace that says what is there changes nothing', async () => {
      const path = await made({ title: 'one', note: 'n', kind: 'essay', tags: ['x'] });
      const body = { article: { title: 'one', tags: ['x'] } };
      const first = await ask(`PUT ${path}/all`, body);
      const tag = (await ask(`GET ${path}`)).headers.get('etag');
      const again = await ask(`PUT ${path}/all`, body);
      assert.deepEqual([first.json.article.note, first.json.article.kind], [null, 'news'], first.text);
      assert.deepEqual([again.text, (await ask(`GET ${path}`)).headers.get('etag')], [first.text, tag]);
    });
  });
}
