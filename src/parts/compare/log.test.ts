import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareServices } from '../compare.ts';
import { documentOf } from '../document.fixture.ts';
import { buildPlan, type Document } from '../index.ts';
import { pairs } from '../versions.fixture.ts';

function compared({ service }: Document): Parameters<typeof compareServices>[0] {
  return { service, plan: buildPlan(service) };
}

/** What differs in states, guards and lists, which is recorded only. */
const besides: Readonly<Record<string, string>> = {
  'states were renamed and added': `
| 2 | behavior | send Invoice | led to settled | | |
| 2 | behavior | pay Invoice | from draft | | |`,
  'a type was changed': `
| 2 | behavior | send Invoice | any total that was not empty | | |
| 2 | behavior | list Invoice | not sorted by total | | |`,
};

/** Pairs whose rows name what neither document states: a code that is gone, and behavior. */
const differInMore = new Set(['codes were added and renamed', 'limits were changed']);

test('pairs that are left out are there', () => {
  for (const name of [...differInMore, ...Object.keys(besides)]) assert.ok(name in pairs, name);
});

for (const [name, { newer, changes, older }] of Object.entries(pairs)) {
  if (differInMore.has(name)) continue;
  test(`rows by which the older document is reached are those that its difference asks for: ${name}`, () => {
    const versions = '| Version | Status |\n| --- | --- |\n| 2 | current |\n| 1 | supported |\n';
    const rows =
      '| Version | Change | What | Before | Old responses | Old requests |\n| --- | --- | --- | --- | --- | --- |\n';
    const now = documentOf({ ...newer, versioning: `${versions}\n${rows}${changes}${besides[name] ?? ''}` });
    const old = documentOf({ ...older, versioning: '| Version | Status |\n| --- | --- |\n| 1 | current |\n' });
    const { changelog: log, mismatches: unlike } = compareServices(compared(old), compared(now));
    const unfit = log.filter(({ kind }) => kind !== 'recorded').map((finding) => `${finding.kind}: ${finding.what}`);
    assert.deepEqual([unfit, unlike], [[], []]);
  });
}

interface Stage {
  readonly fields?: string;
  readonly path?: string;
  readonly parameters?: string;
}

/** A small document; `rows` leads to two older versions. */
function noteOf({ fields = '', path = '/notes/{id}', parameters = '' }: Stage, rows?: string): Document {
  const head =
    '| Version | Change | What | Before | Old responses | Old requests |\n| --- | --- | --- | --- | --- | --- |';
  const older = rows === undefined ? '' : `| 2 | supported |\n| 1 | supported |\n\n${head}\n${rows}`;
  return documentOf({
    resources: `### Note\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | typeid note | assigned |\n| text | string | |\n${fields}`,
    endpoints: `| Operation | Method | Path | Request | Response |\n| --- | --- | --- | --- | --- |\n| list Note | GET | /notes | | 200 \`page of Note\` |\n| read Note | GET | ${path} | | 200 \`Note\` |\n| create Note | POST | /notes | \`Note\` | 201 \`Note\` |\n\n### list Note\n\n| Parameter | Maps to | Constraints |\n| --- | --- | --- |\n| limit | page size | |\n| cursor | cursor | |\n${parameters}`,
    versioning: `| Version | Status |\n| --- | --- |\n| ${rows === undefined ? 1 : 3} | current |\n${older}`,
  });
}

/** What rows of two versions say together: the older document, the newer one, its rows, and what is not as it should be. */
const across: Readonly<Record<string, readonly [Stage, Stage, string, (readonly string[])?]>> = {
  'a path that changed twice': [
    {},
    { path: '/c/{id}' },
    '| 3 | path | read Note | GET /b/{id} | | |\n| 2 | path | read Note | GET /notes/{id} | | |',
  ],
  'a path that changed twice, written oldest first': [
    {},
    { path: '/c/{id}' },
    '| 2 | path | read Note | GET /notes/{id} | | |\n| 3 | path | read Note | GET /b/{id} | | |',
  ],
  'a path that changed and changed back': [
    {},
    {},
    '| 3 | path | read Note | GET /b/{id} | | |\n| 2 | path | read Note | GET /notes/{id} | | |',
  ],
  'constraints of a parameter that was added in between': [
    {},
    { parameters: '| q | search text | ..100 characters |' },
    '| 3 | constraint | parameter q of list Note | ..50 characters | | |\n| 2 | added | parameter q of list Note | | | |',
  ],
  'constraints of a field that was added in between': [
    {},
    { fields: '| memo | string | ..100 characters |' },
    '| 3 | constraint | Note.memo | ..50 characters | | |\n| 2 | added | Note.memo | | absent | |',
  ],
  'a field that was added and then renamed': [
    {},
    { fields: '| memo | string | |' },
    '| 3 | renamed | Note.memo | remark | | |\n| 2 | added | Note.remark | | absent | |',
  ],
  'a field that was added and then removed': [
    {},
    {},
    '| 3 | removed | Note.remark | string | | ignored |\n| 2 | added | Note.remark | | absent | |',
  ],
  'a field that was renamed twice': [
    { fields: '| a | string | |' },
    { fields: '| memo | string | |' },
    '| 3 | renamed | Note.memo | b | | |\n| 2 | renamed | Note.b | a | | |',
  ],
  'constraints of a field that was renamed later': [
    { fields: '| remark | string | ..20 characters |' },
    { fields: '| memo | string | ..50 characters |' },
    '| 3 | renamed | Note.memo | remark | | |\n| 2 | constraint | Note.remark | ..20 characters | | |',
  ],
  'constraints of the type that a field had in between': [
    { fields: '| count | number | |' },
    { fields: '| count | integer | |' },
    '| 3 | type | Note.count | string | = `string(count)` | = `int(input.count)` |\n| 3 | constraint | Note.count | ..20 characters | | |\n| 2 | type | Note.count | number | = `double(count)` | = `string(int(input.count))` |',
  ],
  'a field that was internal': [
    { fields: '| memo | string | internal |' },
    { fields: '| memo | string | |' },
    '| 3 | added | Note.memo | | absent | |',
  ],
  'a field that is internal now, shown as it is stored': [
    { fields: '| memo | string | ..20 characters; default "a" |' },
    { fields: '| memo | string | internal; default "b" |' },
    '| 3 | removed | Note.memo | string; ..20 characters; default "a" | = `memo` | ignored |',
  ],
  'a field that was internal and must be sent now': [
    { fields: '| memo | string | internal; default "a" |' },
    { fields: '| memo | string | required; ..20 characters |' },
    '| 3 | added | Note.memo | | absent | default "a" |',
  ],
  'a field that became internal and visible again': [
    { fields: '| memo | string | |' },
    { fields: '| memo | string | |' },
    '| 3 | added | Note.memo | | absent | |\n| 2 | removed | Note.memo | string | = `memo` | ignored |',
  ],
  'a field that is internal in both documents': [
    { fields: '| memo | string | internal; default "a" |' },
    { fields: '| memo | integer | internal; 1.. |' },
    '| 2 | behavior | read Note | | | |',
  ],
  'the path of the oldest version stated wrongly': [
    {},
    { path: '/c/{id}' },
    '| 3 | path | read Note | GET /b/{id} | | |\n| 2 | path | read Note | GET /a/{id} | | |',
    ['wrong: Before is `GET /notes/{id}` in the older document', 'not as OLD: read Note'],
  ],
  'a constraint that nothing accounts for': [
    {},
    { path: '/b/{id}' },
    '| 3 | constraint | Note.text | ..50 characters | | |\n| 2 | path | read Note | GET /notes/{id} | | |',
    [
      'unneeded: nothing differs that `constraint Note.text` says',
      ...['Note.text', 'read Note', 'create Note'].map((what) => `not as OLD: ${what}`),
    ],
  ],
};

for (const [name, [older, newer, rows, wanted = []]] of Object.entries(across)) {
  test(`rows of several versions are taken together: ${name}`, () => {
    const { changelog: log, mismatches: unlike } = compareServices(
      compared(noteOf(older)),
      compared(noteOf(newer, rows)),
    );
    const unfit = log.filter(({ kind }) => kind !== 'recorded').map((finding) => `${finding.kind}: ${finding.what}`);
    assert.deepEqual([...unfit, ...unlike.map(({ what }) => `not as OLD: ${what}`)], wanted);
  });
}

test('the type of a parameter cannot be undone, and what stands for it is two rows', () => {
  const parameters = '| q | search text | |';
  for (const callers of ['= `q`', '']) {
    const row = `| 2 | type | parameter q of list Note | integer | ${callers} | |`;
    const found = noteOf({ parameters }, row).diagnostics.map(({ code }) => code);
    assert.deepEqual(
      found.filter((code) => code.startsWith('versioning/')),
      ['versioning/parameter-type'],
    );
  }
  const rows =
    '| 2 | added | parameter q of list Note | | | |\n| 2 | removed | parameter number of list Note | integer | | = `string(input.number)` |';
  assert.deepEqual(
    noteOf({ parameters }, rows).diagnostics.filter(({ code }) => code.startsWith('versioning/')),
    [],
  );
});
