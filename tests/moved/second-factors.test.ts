import '../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCipher } from '../../src/serve/platform-node.ts';
import { readKeptTotp } from '../../src/text/codes/kept-totp.ts';
import {
  addFactor,
  addRecoveryCode,
  codeOf,
  confirmFactor,
  factored,
  logInWith,
  step,
  told,
} from '../serve/access/second-factors.fixture.ts';
import { openPeople, type People } from '../serve/access/sessions.fixture.ts';
import { serve } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { inFolder, nonet } from '../support/process.ts';

const now = Math.floor(Date.now() / step) * step + 5_000;
const key = 'a key of the operator';
const settings = { cipher: createCipher(key) } as never;

async function serving<T>(
  address: string,
  work: (people: People) => Promise<T>,
  isSealed = true,
  text = factored,
): Promise<T> {
  const served = await serve(text, isSealed ? settings : {}, () => now, address);
  try {
    return await work(openPeople(served));
  } finally {
    await served.close();
  }
}

/** The document before its records were second factors. */
const plain = factored
  .replaceAll('- Second factor of: User\n\n', '')
  .replace('| uri | totp | assigned; shown once |\n', '')
  .replaceAll(/### (?:log in User|confirm Authenticator)\n\n- Present code: code\n\n/g, '')
  .replaceAll('\n- Present code: code', '')
  .replace('`Authenticator(id, uri)`', '`Authenticator(id)`')
  .replace(/\| code.used .*\n/, '');

for (const [store, addressIn] of storesInFolder) {
  test(`records become second factors, have other names, and are none any more, on ${store}`, async () => {
    await inFolder(async (folder) => {
      const document = join(folder, 'people.md');
      const address = await addressIn(folder);
      const migrate = async (text: string, ...words: readonly string[]): Promise<void> => {
        writeFileSync(document, text);
        const done = await nonet(['migrate', document, '--store', address, ...words]);
        assert.equal(done.status, 0, done.err);
      };
      await serving(
        address,
        async (people) => {
          const ann = await people.signUp('ann');
          assert.equal((await people.ask('POST /authenticators', { name: 'old' }, ann)).status, 201);
        },
        false,
        plain,
      );
      await migrate(factored);
      const uri = await serving(
        address,
        async (people) => {
          const first = await logInWith(people, 'ann');
          assert.equal(first.status, 200, 'no factor is confirmed');
          const added = await confirmFactor(people, first.json.token, now);
          assert.equal((await logInWith(people, 'ann', codeOf(added.uri, now))).status, 200);
          return added.uri;
        },
        false,
      );
      const renamed = factored
        .replaceAll('Authenticator', 'Phone')
        .replaceAll('RecoveryCode', 'Spare')
        .replace('| uri | totp', '| secret | totp')
        .replace('`Phone(id, uri)`', '`Phone(id, secret)`');
      const renames = ['Authenticator=Phone', 'RecoveryCode=Spare', 'Authenticator.uri=Phone.secret'];
      await migrate(renamed, ...renames.flatMap((rename) => ['--rename', rename]));
      await serving(
        address,
        async (people) => {
          assert.deepEqual(told(await logInWith(people, 'ann')), [401, 'code_required']);
          assert.deepEqual(told(await logInWith(people, 'ann', codeOf(uri, now))), [401, 'wrong_password']);
          assert.equal((await logInWith(people, 'ann', codeOf(uri, now, 1))).status, 200);
        },
        false,
        renamed,
      );
      const back = ['Phone=Authenticator', 'Spare=RecoveryCode'].flatMap((rename) => ['--rename', rename]);
      await migrate(plain, ...back, '--allow-data-loss', 'Phone.secret');
      await serving(
        address,
        async (people) => assert.equal((await logInWith(people, 'ann')).status, 200),
        false,
        plain,
      );
    });
  });

  test(`second factors move with what is known of their use, on ${store}`, async () => {
    await inFolder(async (folder) => {
      const document = join(folder, 'people.md');
      writeFileSync(document, factored);
      const from = await addressIn(folder);
      const { uri, recovery } = await serving(from, async (people) => {
        const ann = await people.signUp('ann');
        await addFactor(people, ann, 'abandoned');
        const added = await confirmFactor(people, ann, now);
        assert.equal((await logInWith(people, 'ann', codeOf(added.uri, now))).status, 200);
        return { uri: added.uri, recovery: await addRecoveryCode(people, ann) };
      });
      const data = join(folder, 'all.jsonl');
      const other = store === 'SQLite' ? `sqlite:${join(folder, 'other.db')}` : await addressIn(folder);
      const run = (...words: readonly string[]) => nonet(words, { env: { NONET_SECRET_KEY: key } });
      const done = (result: { readonly status: number | null; readonly err: string }): void =>
        assert.equal(result.status, 0, result.err);
      done(await run('export', document, '--store', from, '--out', data));
      assert.ok(
        !readFileSync(data, 'utf8').includes(readKeptTotp(uri)!.secret),
        'an export has no secret in plain text',
      );
      done(await run('load', document, data, '--store', other));
      await serving(other, async (people) => {
        assert.deepEqual(told(await logInWith(people, 'ann')), [401, 'code_required']);
        assert.deepEqual(
          told(await logInWith(people, 'ann', codeOf(uri, now))),
          [401, 'wrong_password'],
          'it was used',
        );
        assert.equal((await logInWith(people, 'ann', codeOf(uri, now, 1))).status, 200);
        assert.equal((await logInWith(people, 'ann', recovery)).status, 200);
      });
      const rotated = await nonet(['secrets', 'rotate', document, '--store', other], {
        env: { NONET_SECRET_KEY: 'another key of the operator', NONET_PREVIOUS_SECRET_KEY: key },
      });
      done(rotated);
      const one = await run('secrets', 'rotate', document, 'Authenticator.uri', 'x', '--store', from);
      assert.match(one.err, /Authenticator\.uri does not have the type `secret`/);
    });
  });

  test(`factors of another system are loaded as secrets in base 32, on ${store}`, async () => {
    await inFolder(async (folder) => {
      const document = join(folder, 'people.md');
      writeFileSync(document, factored);
      const from = await addressIn(folder);
      const id = await serving(
        from,
        async (people) => {
          const ann = await people.signUp('ann');
          return (await people.ask('GET /me', undefined, ann)).json.id as string;
        },
        false,
      );
      const [secret, other] = ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK'];
      const line = (text: string, number: number): string =>
        JSON.stringify({
          resource: 'Authenticator',
          record: { id: `0190c8d4-0000-7000-8000-00000000000${number}`, user: id, uri: text },
        });
      const data = join(folder, 'factors.jsonl');
      writeFileSync(data, `${line('GEZDGNBVGY3TQOJQ;yes', 1)}\n`);
      const refused = await nonet(['load', document, data, '--store', from]);
      assert.match(
        refused.err,
        /must be an `otpauth:\/\/totp\/` URI, or a secret in base 32 \(16 to 128 characters\), followed by `;0` if its codes count at once/,
      );
      writeFileSync(data, `${line(`${secret};0`, 1)}\n${line(`otpauth://totp/a?secret=${other}`, 2)}\n`);
      const loaded = await nonet(['load', document, data, '--store', from]);
      assert.equal(loaded.status, 0, loaded.err);
      await serving(
        from,
        async (people) => {
          assert.deepEqual(told(await logInWith(people, 'ann')), [401, 'code_required']);
          const [counts, waits] = [secret, other].map((text) => `otpauth://totp/a?secret=${text}`) as [string, string];
          assert.equal((await logInWith(people, 'ann', codeOf(waits, now))).status, 401);
          assert.equal((await logInWith(people, 'ann', codeOf(counts, now))).status, 200);
        },
        false,
      );
    });
  });
}
