import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { refreshed, refreshedRecords } from '../serve/access/refresh-tokens.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { inFolder, type Running, root, serve } from '../support/process.ts';
import { runs } from '../support/runs.ts';

/** So often the process is killed on each store, with either kind of session; more where the variable says so. */
const rounds = Number(env.NONET_SESSION_ROUNDS ?? runs(15, 2));
const workers = 6;
/** Hashes of the process cost a thousandth. */
const cheap = { NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'tests/support/cheap-passwords.ts'))}` };

/** The tokens of a person: the newest that a response showed, and whether one is being refreshed. */
interface Session {
  readonly name: string;
  token: string;
  refresh: string;
  replaced: string | undefined;
  count: number;
}

async function post(service: Running, path: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(service.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

const works = async (service: Running, token: string): Promise<boolean> =>
  (await fetch(`${service.address}/me`, { headers: { Authorization: `Bearer ${token}` } })).status === 200;

/** Takes the tokens of a response. */
async function take(session: Session, response: Response): Promise<void> {
  assert.ok(response.status < 300, `${response.status} ${session.count}`);
  const got = (await response.json()) as { token?: string; access_token?: string; refresh_token: string };
  session.replaced = session.refresh || undefined;
  session.token = got.token ?? got.access_token!;
  session.refresh = got.refresh_token;
  session.count += 1;
}

/** Refreshes the session, one after another, until the process is killed. */
async function work(service: Running, session: Session): Promise<void> {
  try {
    for (;;) await take(session, await post(service, '/refresh', { refresh_token: session.refresh }));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

for (const [name, addressIn] of storesInFolder) {
  for (const [kind, document] of Object.entries({ credentials: refreshed, records: refreshedRecords })) {
    test(`${name}: no kill of ${rounds} loses or doubles the refresh token of a session that is ${kind}`, {
      timeout: 30_000 + 15_000 * rounds,
    }, async (context) => {
      await inFolder(async (folder) => {
        const file = join(folder, 'people.md');
        writeFileSync(file, document);
        const words = ['--store', await addressIn(folder), '--log-level', 'silent'];
        let service = await serve(file, words, cheap);
        context.after(() => service.kill());
        const sessions: Session[] = [];
        for (let at = 0; at < workers; at++) {
          const session: Session = { name: `p${at}`, token: '', refresh: '', replaced: undefined, count: 0 };
          const body = { email: `${session.name}@example.com`, password: `password of ${session.name}` };
          await take(session, await post(service, '/users', body));
          sessions.push(session);
        }
        for (let round = 0; round < rounds; round++) {
          const before = sessions.map(({ count }) => count);
          const working = Promise.all(sessions.map((session) => work(service, session)));
          const isWorking = (): boolean => sessions.some(({ count }, at) => count > before[at]!);
          for (let waited = 0; !isWorking() && waited < 1000; waited++) await pause(10);
          await pause((round * 37) % 240);
          await service.kill();
          await working;
          assert.ok(isWorking(), `round ${round}: nothing was refreshed`);
          service = await serve(file, words, cheap);
          for (const session of sessions) {
            assert.equal(await works(service, session.token), true, `round ${round}: ${session.name}`);
            // The last request may have been carried out without a response: it is repeated.
            await take(session, await post(service, '/refresh', { refresh_token: session.refresh }));
          }
        }
        for (const session of sessions) {
          await take(session, await post(service, '/refresh', { refresh_token: session.refresh }));
          const older = session.replaced!;
          const oldest = sessions.indexOf(session) % 2 === 0;
          if (oldest) await take(session, await post(service, '/refresh', { refresh_token: session.refresh }));
          // Once more it is a repeated request, twice it ends the session.
          assert.equal((await post(service, '/refresh', { refresh_token: older })).status, oldest ? 401 : 200);
          assert.equal(await works(service, session.token), !oldest);
        }
        assert.equal(await service.stop(), 0);
      });
    });
  }
}
