import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol/node';
import { Editor, uri } from './editor.fixture.ts';

const people = readFileSync(new URL('../messages/documents/people.md', import.meta.url), 'utf8');

describe('log in in an editor', () => {
  let editor: Editor;
  before(async () => {
    editor = await Editor.open(people);
  });
  after(() => editor.close());
  const at = (words: string): number => {
    const found = editor.text.indexOf(words);
    assert.notEqual(found, -1, words);
    return found + words.length;
  };

  it('a new name of a field is its new name in Caller, and the attribute keeps its own', async () => {
    const edit = await editor.ask<WorkspaceEdit>('textDocument/rename', at('| ro'), { newName: 'rank' });
    await editor.apply(edit.changes![uri]!);
    assert.deepEqual(await editor.diagnose(), []);
    assert.match(editor.text, /^\| role \| User\.rank \|$/m);
    assert.match(editor.text, /`caller\.role == "admin"`/);
    await editor.replace(0, editor.text.length, people);
  });

  it('a new name of the resource is its new name in operations and in Caller', async () => {
    const edit = await editor.ask<WorkspaceEdit>('textDocument/rename', at('### Us'), { newName: 'Person' });
    await editor.apply(edit.changes![uri]!);
    assert.deepEqual(await editor.diagnose(), []);
    assert.match(editor.text, /^\| public \| create Person, log in Person \| \|$/m);
    assert.match(editor.text, /^\| role \| Person\.role \|$/m);
    await editor.replace(0, editor.text.length, people);
  });

  it('proposes `credential` in a response that is not a list', async () => {
    const labels = (await editor.complete(at('200 `{ token: '))).map(({ label }) => label);
    assert.ok(labels.includes('credential') && !labels.includes('next cursor'), labels.join());
  });
});

describe('sessions that are records in an editor', () => {
  let editor: Editor;
  before(async () => {
    editor = await Editor.open(readFileSync(new URL('../cases/bases/session-records.md', import.meta.url), 'utf8'));
  });
  after(() => editor.close());

  it('proposes the resource of the line, and what a field may be assigned from', async () => {
    const labelsAt = async (words: string) =>
      (await editor.complete(editor.text.indexOf(words) + words.length)).map(({ label }) => label);
    assert.ok((await labelsAt('- Session of: ')).includes('User'));
    const sources = await labelsAt('| device | string | assigned from ');
    assert.ok(sources.includes('assigned from session.user_agent'), sources.join());
    assert.ok(sources.includes('assigned from caller.role') && !sources.includes('assigned from caller.session'));
  });

  it('a new name of the resource is its new name in the line', async () => {
    const at = editor.text.indexOf('### Us') + 6;
    const edit = await editor.ask<WorkspaceEdit>('textDocument/rename', at, { newName: 'Person' });
    await editor.apply(edit.changes![uri]!);
    assert.deepEqual(await editor.diagnose(), []);
    assert.match(editor.text, /^- Session of: Person$/m);
  });
});

describe('refresh tokens in an editor', () => {
  let editor: Editor;
  before(async () => {
    const text = readFileSync(new URL('../cases/bases/refresh.md', import.meta.url), 'utf8');
    const row = /^\| refresh User .*$/m;
    const open = '| refresh User | POST |  | `{ refresh_token: refresh token }` |  |\n| log | POST | /log | | 204 |';
    editor = await Editor.open(text.replace(row, open).replace('| log out User |', '| log out User as other |'));
  });
  after(() => editor.close());
  const labelsAt = async (words: string) =>
    (await editor.complete(editor.text.indexOf(words) + words.length)).map(({ label }) => label);

  it('proposes the path, the response and the built-in value of a refresh', async () => {
    assert.ok((await labelsAt('| refresh User | POST | ')).includes('/sessions/refresh'));
    const response = '200 `{ token: credential, refresh_token: refresh token }`';
    assert.ok((await labelsAt('`{ refresh_token: refresh token }` | ')).includes(response));
    assert.ok((await labelsAt('`{ refresh_token: ')).includes('refresh token'));
  });

  it('proposes a refresh where the document has none', async () => {
    const at = editor.text.indexOf('| refresh User');
    await editor.replace(at, at + '| refresh User'.length, '| ref');
    const labels = (await editor.complete(at + '| ref'.length)).map(({ label }) => label);
    assert.ok(labels.includes('refresh User'), labels.join());
  });
});

describe('second factors in an editor', () => {
  let editor: Editor;
  before(async () => {
    editor = await Editor.open(readFileSync(new URL('../cases/bases/second-factors.md', import.meta.url), 'utf8'));
  });
  after(() => editor.close());

  it('proposes the resource of the line, and the type of the secret', async () => {
    const labelsAt = async (words: string) =>
      (await editor.complete(editor.text.indexOf(words) + words.length)).map(({ label }) => label);
    assert.ok((await labelsAt('- Second factor of: ')).includes('User'));
    assert.ok((await labelsAt('| uri | ')).includes('totp'));
  });

  it('a new name of the resource is its new name in each line', async () => {
    const at = editor.text.indexOf('### Us') + 6;
    const edit = await editor.ask<WorkspaceEdit>('textDocument/rename', at, { newName: 'Person' });
    await editor.apply(edit.changes![uri]!);
    assert.deepEqual(await editor.diagnose(), []);
    assert.equal(editor.text.match(/^- Second factor of: Person$/gm)?.length, 2);
  });
});

describe('accounts at issuers in an editor', () => {
  let editor: Editor;
  before(async () => {
    editor = await Editor.open(readFileSync(new URL('../cases/bases/accounts.md', import.meta.url), 'utf8'));
  });
  after(() => editor.close());
  const labelsAt = async (words: string): Promise<readonly string[]> =>
    (await editor.complete(editor.text.indexOf(words) + words.length)).map(({ label }) => label);

  it('proposes the resource of the line, the values of a sign in, and the fields of a new record', async () => {
    assert.ok((await labelsAt('- Account of: ')).includes('User'));
    const sources = await labelsAt('| issuer | one of google, work | assigned from ');
    assert.ok(sources.includes('assigned from sign_in.issuer'), sources.join());
    const fields = await labelsAt('- Creates: ');
    assert.ok(fields.includes('name') && fields.includes('picture'), fields.join());
  });

  it('proposes the operations of a resource with accounts, and their paths', async () => {
    const row = '| start sign in User | POST | /sign-in | | |\n';
    const at = editor.text.indexOf(row);
    await editor.replace(at, at + row.length, '|  | POST |  | | |\n');
    const operations = (await editor.complete(at + 2)).map(({ label }) => label);
    assert.ok(operations.includes('start sign in User') && !operations.includes('sign in Note'), operations.join());
    await editor.replace(at, at + '|  | POST |  | | |\n'.length, '| start sign in User | POST |  | | |\n');
    const paths = (await editor.complete(at + '| start sign in User | POST | '.length)).map(({ label }) => label);
    assert.deepEqual(paths, ['/sign-in']);
    await editor.replace(at, at + '| start sign in User | POST |  | | |\n'.length, row);
  });

  it('a new name of a field is its new name in Creates, and one of the resource in the line', async () => {
    const field = editor.text.indexOf('| pictu') + 6;
    const edit = await editor.ask<WorkspaceEdit>('textDocument/rename', field, { newName: 'website' });
    await editor.apply(edit.changes![uri]!);
    assert.match(editor.text, /^- Creates: email, name, website$/m);
    const at = editor.text.indexOf('### Us') + 6;
    const renamed = await editor.ask<WorkspaceEdit>('textDocument/rename', at, { newName: 'Person' });
    await editor.apply(renamed.changes![uri]!);
    assert.deepEqual(await editor.diagnose(), []);
    assert.match(editor.text, /^- Account of: Person$/m);
    assert.match(editor.text, /^\| start sign in Person as start_link \|/m);
  });
});
