import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

interface Conditions {
  readonly rules?: string;
  readonly rows?: string;
}

/** Boxes that their owner alone sees, and labels of boxes, whose rules and rows read the box. */
const labels = ({ rules = '', rows = '' }: Conditions): string =>
  documentText('Boxes', {
    purpose: 'Keeps boxes and their labels.',
    resources: `### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| owner | string | assigned from caller.id |
| size | integer | required |
| limit | integer | |

### Label

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| box | ref Box | required; on delete cascade |
| size | integer | read-only; ..5 |
${rules}`,
    states: rows === '' ? 'States: none.' : `### Label\n\n${rows}`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Box | POST | /boxes | \`Box\` | 201 \`Box\` |
| read Box | GET | /boxes/{id} | | 200 \`Box\` |
| create Label | POST | /labels | \`Label\` | 201 \`Label\` |
| update Label | PATCH | /labels/{id} | \`Label\` | 200 \`Label\` |
| replace Label | PUT | /labels/{id} | \`Label\` | 200 \`Label\` |`,
    authentication: keyed(
      '| authenticated | create Box, read Box | `owner == caller.id` |\n| authenticated | all Label | |',
    ),
  });

const kinds: Readonly<Record<string, Conditions>> = {
  'a rule of operations': {
    rules: '\n| Rule | On | Check |\n| --- | --- | --- |\n| small | create, update | `box.size < 5` |\n',
  },
  'a guard': {
    rows: '| Transition | Guard |\n| --- | --- |\n| create | `box.size < 5` |\n| update | `box.size < 5` |',
  },
  'a rule of operations that asks': {
    rules:
      '\n| Rule | On | Check |\n| --- | --- | --- |\n| small | create, update | `not Box.exists(b, b.id == box and b.size >= 5)` |\n',
  },
  'a guard that asks about the input': {
    rows: '| Transition | Guard |\n| --- | --- |\n| create | `Box.count(b, b.id == input.box and b.size >= 5) == 0` |\n| update | `Box.count(b, b.id == input.box and b.size >= 5) == 0` |',
  },
  'an effect': {
    rows: '| Transition | Effect |\n| --- | --- |\n| create | `size = box.size` |\n| update | `size = box.size + (has(box.limit) ? 1 : 0)` |',
  },
};

for (const [name, address] of everyStore) {
  describe(`a reference that a request sets is checked before it is read ${name}`, () => {
    for (const [kind, conditions] of Object.entries(kinds)) {
      test(`${kind} tells nothing of a record that the caller must not see`, async (t) => {
        const served = await serveIn(t, labels(conditions), {}, undefined, await address());
        const [ann, bob] = [await served.key([], {}, { subject: 'ann' }), await served.key([], {}, { subject: 'bob' })];
        const box = async (key: string, size: number): Promise<string> =>
          (await served.ask('POST /boxes', { key, body: { size } })).json.id;
        const [own, small, large] = [await box(bob, 1), await box(ann, 1), await box(ann, 9)];
        const missing = '01890000-0000-7000-8000-000000000000';
        const made = await served.ask('POST /labels', { key: bob, body: { box: own } });
        assert.equal(made.status, 201, made.text);
        for (const line of ['POST /labels', `PATCH /labels/${made.json.id}`, `PUT /labels/${made.json.id}`]) {
          const answers = await Promise.all(
            [small, large, missing].map(async (id) => {
              const { status, json } = await served.ask(line, { key: bob, body: { box: id } });
              return { status, fields: json.errors };
            }),
          );
          const refused = {
            status: 422,
            fields: [{ pointer: '/box', message: 'must be the ID of an existing record that you can access' }],
          };
          assert.deepEqual(answers, [refused, refused, refused], line);
        }
        const kept = await served.ask(`PATCH /labels/${made.json.id}`, { key: bob, body: { box: own } });
        assert.equal(kept.json.box, own);
        const big = await served.ask('POST /labels', { key: bob, body: { box: await box(bob, 9) } });
        assert.ok(big.status >= 400, big.text);
        assert.notEqual(big.json.errors?.[0]?.pointer, '/box');
      });
    }

    test('a reference in the input that is left out or null refers to nothing', async (t) => {
      const rows =
        '| From | Transition | To | Effect |\n| --- | --- | --- | --- |\n| | move | | `size ?= input.size` |';
      const page = labels({ rows })
        .replace(
          '### Label\n',
          '### Move (object)\n\n| Field | Type |\n| --- | --- |\n| to | ref Box or null |\n| by | ref Box |\n\n### Label\n',
        )
        .replace(
          '| create Box |',
          '| move Label | POST | /labels/{id}/move | `{ size?: Box.size, to?: Label.box, more?: Move, all?: Move[] }` | 200 `Label` |\n| create Box |',
        )
        .replace(
          '## Authentication',
          '### move Label\n\n| Parameter | Maps to |\n| --- | --- |\n| from | input ref Box |\n\n## Authentication',
        );
      const served = await serveIn(t, page, {}, undefined, await address());
      const key = await served.key([], {}, { subject: 'bob' });
      const { json: box } = await served.ask('POST /boxes', { key, body: { size: 1 } });
      const { json: label } = await served.ask('POST /labels', { key, body: { box: box.id } });
      const missing = '01890000-0000-7000-8000-000000000000';
      for (const [query, body, pointer] of [
        ['', {}, undefined],
        ['', { more: {}, all: [{}, { to: null }] }, undefined],
        ['', { more: { to: null, by: box.id } }, undefined],
        [`?from=${box.id}`, { to: box.id }, undefined],
        ['', { all: [{}, { by: missing }] }, '/all/1/by'],
        ['', { more: { to: missing } }, '/more/to'],
        [`?from=${missing}`, {}, 'from'],
      ] as const) {
        const { status, json, text } = await served.ask(`POST /labels/${label.id}/move${query}`, { key, body });
        const [error] = json.errors ?? [];
        assert.deepEqual(
          [status, error?.pointer ?? error?.parameter],
          [pointer === undefined ? 200 : 422, pointer],
          text,
        );
      }
    });

    test('a response and a guard of a deletion that ask about a parameter tell nothing either', async (t) => {
      const big = 'Box.exists(b, b.id == input.by and b.size >= 5)';
      const rows = `| Transition | Guard |\n| --- | --- |\n| delete | \`not ${big}\` |`;
      const page = labels({ rows })
        .replace(
          '| create Box |',
          `| read Label | GET | /labels/{id} | | 200 \`{ id: Label.id, big: = ${big} }\` |\n| delete Label | DELETE | /labels/{id} | | 204 |\n| create Box |`,
        )
        .replace(
          '## Authentication',
          '### read Label, delete Label\n\n| Parameter | Maps to | Constraints |\n| --- | --- | --- |\n| by | input ref Box | required |\n\n## Authentication',
        );
      const served = await serveIn(t, page, {}, undefined, await address());
      const [ann, bob] = [await served.key([], {}, { subject: 'ann' }), await served.key([], {}, { subject: 'bob' })];
      const box = async (key: string, size: number): Promise<string> =>
        (await served.ask('POST /boxes', { key, body: { size } })).json.id;
      const own = await box(bob, 1);
      const { json: label } = await served.ask('POST /labels', { key: bob, body: { box: own } });
      const hidden = [await box(ann, 1), await box(ann, 9), '01890000-0000-7000-8000-000000000000'];
      for (const verb of ['GET', 'DELETE']) {
        for (const by of hidden) {
          const { status, json } = await served.ask(`${verb} /labels/${label.id}?by=${by}`, { key: bob });
          assert.deepEqual([status, json.errors?.[0]?.parameter], [422, 'by'], verb);
        }
      }
      assert.equal((await served.ask(`GET /labels/${label.id}?by=${await box(bob, 9)}`, { key: bob })).json.big, true);
      assert.equal((await served.ask(`DELETE /labels/${label.id}?by=${own}`, { key: bob })).status, 204);
    });

    test('a guard of a transition that asks about its input tells nothing either', async (t) => {
      const rows =
        '| From | Transition | To | Guard |\n| --- | --- | --- | --- |\n| | move | | `not Box.exists(b, b.id == input.to and b.size >= 5)` |';
      const page = labels({ rows }).replace(
        '| create Box |',
        '| move Label | POST | /labels/{id}/move | `{ to: Label.box }` | 200 `Label` |\n| create Box |',
      );
      const served = await serveIn(t, page, {}, undefined, await address());
      const [ann, bob] = [await served.key([], {}, { subject: 'ann' }), await served.key([], {}, { subject: 'bob' })];
      const box = async (key: string, size: number): Promise<string> =>
        (await served.ask('POST /boxes', { key, body: { size } })).json.id;
      const own = await box(bob, 1);
      const { json: label } = await served.ask('POST /labels', { key: bob, body: { box: own } });
      for (const to of [await box(ann, 1), await box(ann, 9)]) {
        const { status, json } = await served.ask(`POST /labels/${label.id}/move`, { key: bob, body: { to } });
        assert.deepEqual([status, json.errors?.[0]?.pointer], [422, '/to']);
      }
      assert.equal((await served.ask(`POST /labels/${label.id}/move`, { key: bob, body: { to: own } })).status, 200);
    });
  });
}
