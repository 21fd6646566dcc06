import '../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writePasswordHash } from '../../src/text/hashes/password-hash.ts';
import { listTold, recorded, until } from '../serve/access/session-records.fixture.ts';
import { openPeople, type People, passwordOf } from '../serve/access/sessions.fixture.ts';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { here } from '../support/here.ts';
import { inFolder } from '../support/process.ts';

async function serving<T>(
  document: string,
  address: string,
  work: (people: People, served: Served) => Promise<T>,
): Promise<T> {
  const served = await serve(document, {}, undefined, address);
  try {
    return await work(openPeople(served), served);
  } finally {
    await served.close();
  }
}

const statusOf = async ({ ask }: People, token: string): Promise<number> =>
  (await ask('GET /me', undefined, token)).status;

const list = async ({ ask }: People, token: string): Promise<readonly { readonly id: string }[]> =>
  (await ask('GET /sessions', undefined, token)).json.data;

/** The document before the records of `Session` were sessions. */
const plain = recorded
  .replace('- Session of: User\n\n', '')
  .replace(/\| (?:used_at|expires_at|device) \|.*\n/g, '')
  .replace(
    '`{ data: Session(all, current: = id == caller.session)[], next: next cursor }`',
    '`{ data: Session[], next: next cursor }`',
  )
  .replace(/\| read Session as own_session .*\n/, '')
  .replace('### own_session\n\n- Record: caller.session\n\n', '')
  .replace('delete Session, own_session', 'delete Session')
  .replace('| session.started | `create Session` | `Session` |\n', '');

for (const [store, addressIn] of storesInFolder) {
  test(`sessions move with their credentials, and end without them, on ${store}`, async () => {
    await inFolder(async (folder) => {
      const document = join(folder, 'people.md');
      writeFileSync(document, recorded);
      const from = await addressIn(folder);
      const [ann, ben] = await serving(recorded, from, async (people) => [
        await people.signUp('ann'),
        await people.signUp('ben'),
      ]);
      const [bare, whole] = [join(folder, 'bare.jsonl'), join(folder, 'whole.jsonl')];
      await here(0, 'export', document, '--store', from, '--out', bare);
      await here(0, 'export', document, '--store', from, '--out', whole, '--credentials');
      const other = async (name: string): Promise<string> =>
        store === 'SQLite' ? `sqlite:${join(folder, name)}` : addressIn(folder);

      const without = await other('without.db');
      await here(0, 'load', document, bare, '--store', without);
      await serving(recorded, without, async (people, served) => {
        assert.deepEqual([await statusOf(people, ann), await statusOf(people, ben)], [401, 401]);
        for (const name of ['ann', 'ben']) {
          const again = await people.logIn(name);
          await until(async () => (await list(people, again)).length === 1);
        }
        const ended = (await listTold(served, 'id')).filter((line) => line.startsWith('session.ended'));
        assert.equal(ended.length, 2, 'each has ended once');
      });
      // They are removed for ever: another start finds none.
      await serving(recorded, without, async (people) => {
        const again = await people.logIn('ann');
        assert.equal((await list(people, again)).length, 2);
      });

      const together = await other('with.db');
      await here(0, 'load', document, whole, '--store', together);
      await serving(recorded, together, async (people) => {
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        for (const token of [ann, ben]) assert.equal((await list(people, token)).length, 1);
        const [first] = await list(people, ann);
        assert.equal((await people.ask(`DELETE /sessions/${first!.id}`, undefined, ann)).status, 204);
        assert.deepEqual([await statusOf(people, ann), await statusOf(people, ben)], [401, 200]);
      });
    });
  });

  test(`records that were no sessions end when the document says that they are, on ${store}`, async () => {
    await inFolder(async (folder) => {
      const [document, data] = [join(folder, 'people.md'), join(folder, 'Session.jsonl')];
      writeFileSync(document, plain);
      const address = await addressIn(folder);
      const ids = await serving(plain, address, async (people) => {
        const tokens = [await people.signUp('ann'), await people.signUp('ben')];
        return Promise.all(
          tokens.map(async (token) => (await people.ask('GET /me', undefined, token)).json.id as string),
        );
      });
      writeFileSync(data, ids.map((user) => `${JSON.stringify({ user })}\n`).join(''));
      await here(0, 'load', document, data, '--store', address);
      const sessions = plain.replace('### Session\n\n', '### Session\n\n- Session of: User\n\n');
      writeFileSync(document, sessions);
      await here(0, 'migrate', document, '--store', address);
      await serving(sessions, address, async (people) => {
        for (const name of ['ann', 'ben']) {
          const token = await people.logIn(name);
          await until(async () => (await list(people, token)).length === 1);
          assert.equal(await statusOf(people, token), 200);
        }
      });
    });
  });

  test(`sessions go on when their resource and the one that logs in have other names, on ${store}`, async () => {
    await inFolder(async (folder) => {
      const document = join(folder, 'people.md');
      writeFileSync(document, recorded);
      const address = await addressIn(folder);
      const tokens = await serving(recorded, address, async (people) => [
        await people.signUp('ann'),
        await people.signUp('ben'),
      ]);
      const renamed = recorded.replaceAll(/\bSession\b(?! of)/g, 'Device').replaceAll(/\bUser\b/g, 'Person');
      writeFileSync(document, renamed);
      const renames = ['Session=Device', 'User=Person'].flatMap((rename) => ['--rename', rename]);
      await here(0, 'migrate', document, '--store', address, ...renames);
      await serving(renamed, address, async (people) => {
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        for (const token of tokens) assert.equal((await list(people, token)).length, 1);
        assert.equal((await people.ask('DELETE /session', undefined, tokens[0])).status, 204);
        assert.deepEqual([await statusOf(people, tokens[0]!), await statusOf(people, tokens[1]!)], [401, 200]);
      });
    });
  });

  test(`people of another system log in with the hashes that were loaded, on ${store}`, async () => {
    await inFolder(async (folder) => {
      const [document, data] = [join(folder, 'people.md'), join(folder, 'User.jsonl')];
      writeFileSync(document, recorded);
      const address = await addressIn(folder);
      const costs = { log: 14, p: 5 };
      const salt = Buffer.alloc(16, 5);
      const hashOf = (name: string): string =>
        writePasswordHash({ costs, salt, key: scryptSync(passwordOf(name), salt, 32, { N: 2 ** 4, p: 5 }) });
      const write = (password: (name: string) => string): void =>
        writeFileSync(
          data,
          ['ann', 'ben']
            .map((name) => `${JSON.stringify({ email: `${name}@example.com`, password: password(name) })}\n`)
            .join(''),
        );
      write((name) => hashOf(name).replace('ln=14', 'ln=20'));
      const { err } = await here(1, 'load', document, data, '--store', address);
      assert.match(err, /User\.password must be a stored hash .* with ln from 13 to 19, r=8 and p from 1 to 10/);
      write(hashOf);
      await here(0, 'load', document, data, '--store', address);
      await serving(recorded, address, async (people) => {
        const [ann, ben] = [await people.logIn('ann'), await people.logIn('ben')];
        assert.deepEqual([await statusOf(people, ann), await statusOf(people, ben)], [200, 200]);
        const body = { email: 'ann@example.com', password: passwordOf('ben') };
        assert.equal((await people.ask('POST /sessions', body)).status, 401);
      });
      const { out } = await here(0, 'export', document, '--store', address);
      assert.equal(out.match(/\$scrypt\$ln=17,r=8,p=1\$/g)?.length, 2);
    });
  });
}

test('sessions go on in a backup', async () => {
  await inFolder(async (folder) => {
    const document = join(folder, 'people.md');
    writeFileSync(document, recorded);
    const address = `sqlite:${join(folder, 'people.db')}`;
    const backup = join(folder, 'backup.db');
    const [ann, ben] = await serving(recorded, address, async (people) => {
      const tokens = [await people.signUp('ann'), await people.signUp('ben')] as const;
      await here(0, 'backup', document, backup, '--store', address);
      await people.ask('DELETE /session', undefined, tokens[0]);
      return tokens;
    });
    assert.ok(readFileSync(backup).length > 0);
    await serving(recorded, `sqlite:${backup}`, async (people) => {
      assert.deepEqual([await statusOf(people, ann), await statusOf(people, ben)], [200, 200]);
      assert.equal((await list(people, ann)).length, 1);
    });
    await serving(recorded, address, async (people) => {
      assert.deepEqual([await statusOf(people, ann), await statusOf(people, ben)], [401, 200]);
    });
  });
});
