import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { documentText } from '../../../tests/support/document-text.fixture.ts';
import { nonetHere } from '../../../tests/support/here.ts';
import { inFolder } from '../../../tests/support/process.ts';

const text = documentText('Bills', {
  resources: `### Bill

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required |
| memo | string | |
| paid | boolean | |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Bill | POST | /bills | \`Bill\` | 201 \`Bill\` |
| read Bill | GET | /bills/{id} | | 200 \`Bill\` |`,
  authentication: 'None.',
  limits: 'Not shown.',
  versioning: `| Version | Status |
| --- | --- |
| v3 | current |
| v2 | supported |
| v1 | deprecated |

| Version | Change | What | Before | Old responses |
| --- | --- | --- | --- | --- |
| v3 | path | read Bill | GET /notes/{id} | |
| v3 | renamed | Bill.memo | note | |
| v2 | added | Bill.paid | | absent |`,
});

const bills = <T>(use: (file: string, folder: string) => Promise<T>): Promise<T> =>
  inFolder(async (folder) => {
    const file = join(folder, 'bills.md');
    writeFileSync(file, text);
    return use(file, folder);
  });

test('plan --api-version prints what a version shows and how it is turned, version by version', () =>
  bills(async (file) => {
    const at = async (version: string) => JSON.parse((await nonetHere(['plan', file, '--api-version', version])).out);
    const [v1, v2, v3] = [await at('v1'), await at('v2'), await at('v3')];
    const fields = (plan: typeof v1): string[] =>
      plan.interface.resources[0].fields.map(({ name }: { name: string }) => name);
    assert.deepEqual(
      [fields(v1), fields(v2), fields(v3)],
      [
        ['id', 'note'],
        ['id', 'note', 'paid'],
        ['id', 'memo', 'paid'],
      ],
    );
    assert.deepEqual([v1.status, v2.status, v3.status], ['deprecated', 'supported', 'current']);
    assert.deepEqual(
      v1.turns.map(({ newer, older }: { newer: string; older: string }) => [newer, older]),
      [
        ['v3', 'v2'],
        ['v2', 'v1'],
      ],
    );
    assert.deepEqual(v3.turns, []);
    assert.equal(v2.interface.operations[1].path, '/notes/{id}');
  }));

test('plan --api-version and explain --api-version say which version is meant when there is none of the name', () =>
  bills(async (file, folder) => {
    for (const command of [
      ['plan', file],
      ['explain', file, 'GET /bills/1'],
    ]) {
      const near = await nonetHere([...command, '--api-version', 'v22']);
      assert.deepEqual(
        [near.status, near.err.trim()],
        [2, "nonet: The document has no version 'v22'. Did you mean v2?"],
      );
      const far = await nonetHere([...command, '--api-version', 'November']);
      assert.equal(far.err.trim(), "nonet: The document has no version 'November'. It lists v3, v2, v1.");
    }
    const alone = join(folder, 'alone.md');
    writeFileSync(alone, `${text.slice(0, text.indexOf('## Versioning'))}## Versioning\n\nNot shown.\n`);
    const none = await nonetHere(['plan', alone, '--api-version', 'v1']);
    assert.deepEqual(
      [none.status, none.err.trim()],
      [2, "nonet: The document has no version 'v1': it lists no versions."],
    );
  }));

test('explain --api-version finds a request by its older path and tells of the rows above its version alone', () =>
  bills(async (file) => {
    const { out } = await nonetHere(['explain', file, 'GET /notes/7', '--api-version', 'v2']);
    assert.match(out, /^GET \/notes\/\{id\}: read Bill in version v2 \(/);
    assert.match(out, /upgrade requests before v3: Bill\.memo \(renamed\)/);
    assert.doesNotMatch(out, /before v2/);
    const oldest = await nonetHere(['explain', file, 'GET /notes/7', '--api-version', 'v1', '--json']);
    assert.match(oldest.out, /upgrade requests before v2: Bill\.paid \(added\)/);
    const present = await nonetHere(['explain', file, 'GET /bills/7', '--api-version', 'v2']);
    assert.equal(present.status, 2);
    assert.match(present.err, /No operation of this document has the path \/bills\/7/);
  }));

test('explain takes the version out of a path that has it, as the service does', () =>
  bills(async (file) => {
    writeFileSync(
      file,
      text
        .replace(
          '| Version | Change',
          '| Sent in | Name | When absent |\n| --- | --- | --- |\n| path | /v{version} | current |\n\n| Version | Change',
        )
        .replaceAll(/\bv([123])\b/g, '$1'),
    );
    const first = async (...words: readonly string[]): Promise<string> => {
      const { status, out, err } = await nonetHere(['explain', file, ...words]);
      return status === 0 ? out.split('\n')[0]!.replace(/ \(.*/, '') : err.trim();
    };
    assert.equal(await first('GET /bills/7'), 'GET /bills/{id}: read Bill');
    assert.equal(await first('GET /v3/bills/7?a=b'), 'GET /bills/{id}: read Bill');
    assert.equal(await first('GET /v2/notes/7'), 'GET /notes/{id}: read Bill in version 2');
    assert.equal(await first('GET /v2/notes/7', '--api-version', '2'), 'GET /notes/{id}: read Bill in version 2');
    assert.equal(await first('GET /notes/7', '--api-version', '1'), 'GET /notes/{id}: read Bill in version 1');
    assert.match(
      await first('GET /v2/notes/7', '--api-version', '1'),
      /The path names version 2, and --api-version 1\. State one of them\./,
    );
    assert.match(await first('GET /v31/bills/7'), /No operation of this document has the path \/v31\/bills\/7/);
  }));
