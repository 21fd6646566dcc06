import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import { issuerKey, setOf, signed } from '../serve/verifying/issuers.fixture.ts';
import { notes, type schemes } from '../serve/verifying/tokens.fixture.ts';
import { type Ended, inFolder, serve } from '../support/process.ts';

const issuer = 'https://login.example.com';

/** Runs a command in this process, which is quicker. */
async function nonet(words: readonly string[]): Promise<Ended> {
  const { status, out, err } = await said(words);
  return { status, out: out.map((line) => `${line}\n`).join(''), err: err.map((line) => `${line}\n`).join('') };
}

/** Writes the notes with these schemes into a folder, and gives the file's name. */
function written(folder: string, names: readonly (keyof typeof schemes)[], base?: string): string {
  const file = join(folder, 'notes.md');
  writeFileSync(file, notes(names, base === undefined ? {} : { base }));
  return file;
}

test('serve says which settings a scheme of kind jwt lacks, with its line and the flags that give them', async () => {
  await inFolder(async (folder) => {
    const file = written(folder, ['staff']);
    const { status, err } = await nonet(['serve', file, '--port', '0', '--issuer', `staff=${issuer}`]);
    assert.equal(status, 2);
    assert.match(err, /Settings of external token issuers are missing or wrong:/);
    assert.match(err, /notes\.md:\d+ {2}the audience of staff is not set\. Pass, for example, --audience staff=/);
    assert.match(err, /notes\.md:\d+ {2}the key set of staff is not set\. Pass, for example, --jwks staff=/);
    assert.doesNotMatch(err, / {4}at /);
  });
});

test('flags of issuers that make no sense are told in one sentence', async () => {
  await inFolder(async (folder) => {
    const file = written(folder, ['staff']);
    const rest = ['--issuer', `staff=${issuer}`, '--audience', 'staff=notes'];
    const said = async (...words: string[]) => {
      const { status, err } = await nonet(['serve', file, '--port', '0', ...words]);
      assert.equal(status, 2, words.join(' '));
      return err;
    };
    assert.match(
      await said('--audience', 'notes'),
      /--audience takes a scheme and its value, such as --audience staff=/,
    );
    assert.match(await said(...rest, '--jwks', 'staff=nothing.json'), /--jwks: the file nothing\.json does not exist/);
    assert.match(await said(...rest, '--jwks', 'staff=http://login.example.com/k'), /must have an https URL/);
    assert.match(await said(...rest, '--issuer', 'staff=x'), /--issuer can be set only once for staff/);
    const keys = ['--jwks', 'staff=https://login.example.com/k'];
    assert.match(await said(...rest, ...keys, '--algorithms', 'staff=HS256'), /does not support the algorithm `HS256`/);
    assert.match(await said(...rest, ...keys, '--issuer', 'shop=x'), /has no scheme shop of kind jwt: it has staff/);
  });
});

test('serve takes the tokens of the issuer that flags and variables set, by the keys of a file', async () => {
  await inFolder(async (folder) => {
    const file = written(folder, ['staff']);
    const key = await issuerKey('main');
    const keys = join(folder, 'keys.json');
    writeFileSync(keys, setOf(key));
    const words = ['--issuer', `staff=${issuer}`, '--algorithms', 'staff=ES256', '--jwks', `staff=${keys}`];
    const running = await serve(file, words, { NONET_AUDIENCE: 'staff=others staff=notes' });
    try {
      const seconds = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, aud: 'notes', sub: 'ann', iat: seconds, exp: seconds + 60, scope: 'notes:read' };
      const status = async (aud: string) => {
        const token = await signed(key, { ...claims, aud });
        return (await fetch(`${running.address}/notes`, { headers: { Authorization: `Bearer ${token}` } })).status;
      };
      assert.deepEqual([await status('notes'), await status('others'), await status('else')], [200, 200, 401]);
    } finally {
      await running.stop();
    }
  });
});

test('signing-keys lists the keys that sign tokens, and makes another', async () => {
  await inFolder(async (folder) => {
    const file = written(folder, ['machine']);
    const first = await nonet(['signing-keys', 'list', file]);
    assert.equal(first.status, 0);
    assert.match(first.out, /^[\w-]{43} {2}signs {3}from \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n$/);
    assert.equal((await nonet(['signing-keys', 'list', file])).out, first.out);
    const rotated = JSON.parse((await nonet(['signing-keys', 'rotate', file, '--json'])).out);
    assert.deepEqual(
      rotated.map(({ state }: { state: string }) => state),
      ['signs', 'next'],
    );
    const alone = JSON.parse((await nonet(['signing-keys', 'rotate', file, '--immediately', '--json'])).out);
    assert.equal(alone.length, 1);
    assert.ok(!rotated.some(({ id }: { id: string }) => id === alone[0].id));
  });
});

test('signing-keys has nothing to do where no tokens are signed', async () => {
  await inFolder(async (folder) => {
    const { status, err } = await nonet(['signing-keys', 'list', written(folder, ['partner'])]);
    assert.equal(status, 2);
    assert.match(err, /no scheme whose kind ends in "as jwt"/);
  });
});

test('check --explain lists the metadata that answers 404 until a base address is known', async () => {
  await inFolder(async (folder) => {
    const until = async (...of: Parameters<typeof written> extends [string, ...infer More] ? More : never) =>
      /base URL not stated: without serve --base-url, (.*) return 404/.exec(
        (await nonet(['check', '--explain', written(folder, ...of)])).out,
      );
    assert.equal(
      (await until(['partner']))?.[1],
      '/.well-known/oauth-authorization-server and /.well-known/oauth-protected-resource',
    );
    assert.equal((await until(['staff']))?.[1], '/.well-known/oauth-protected-resource');
    assert.equal(await until(['partner'], 'https://api.example.com/v1'), null);
    assert.equal(await until(['key']), null);
  });
});
