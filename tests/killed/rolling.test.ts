import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { documentText } from '../support/document-text.fixture.ts';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder, nonet, type Running, serve } from '../support/process.ts';

/** A service of notes of two shops, with more fields. */
const documentWith = (...fields: readonly string[]): string =>
  documentText('Notes', {
    purpose: 'Keeps notes.',
    resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid note | assigned |
| shop | string | required |
| text | string | required |
| price | integer | required |
${fields.join('\n')}`,
    states: 'Not shown.',
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| update Note | PATCH | /notes/{id} | \`Note\` | 200 \`Note\` |

Base address: not shown.`,
    events: 'Not shown.',
    limits: 'Not shown.',
    versioning: 'Not shown.',
  });

const taxed = '| taxed | integer | = `price * 2` |';
const older = documentWith('| total | integer | = `price * 2` |');
const optional = documentWith('| total | integer | = `price * 2` |', '| memo | string | |');
const otherwise = documentWith(
  '| total | integer | = `price * 3` |',
  '| memo | string | |',
  '| mood | string | default "calm" |',
  taxed,
);

/** Writes to a service without a pause until it is gone; resolves to how many writes it has acknowledged. */
function writing({ address }: Running, shop: string): { readonly done: Promise<number>; made(): number } {
  let made = 0;
  const send = (method: string, path: string, body: object): Promise<Response> =>
    fetch(address + path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const work = async (): Promise<number> => {
    for (let price = 1; ; price++) {
      const answer = await send('POST', '/notes', { shop, text: 'a', price }).catch(() => undefined);
      if (answer === undefined) return made;
      const { id } = (await answer.json().catch(() => ({}))) as { readonly id?: string };
      // A process that was stopped in a transaction is unavailable for a moment.
      if (answer.status !== 201 || id === undefined) continue;
      made++;
      const changed = await send('PATCH', `/notes/${id}`, { price: price + 1 }).catch(() => undefined);
      await changed?.text().catch(() => '');
    }
  };
  return { done: work(), made: () => made };
}

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds() && waited < 1_000; waited++) await pause(20);
  assert.ok(holds());
}

test('instances of two documents share a database only as long as no record of either is wrong', async (t) => {
  await inFolder(async (folder) => {
    const store = await freshDatabase();
    const client = new pg.Client({ connectionString: store });
    await client.connect();
    t.after(() => client.end());
    const paths = Object.entries({ older, optional, otherwise }).map(([name, text]) => {
      const path = join(folder, `${name}.md`);
      writeFileSync(path, text);
      return path;
    });
    const [first, second, third] = paths as [string, string, string];
    const words = ['--store', store, '--migrate', '--log-level', 'silent'];
    let said = '';
    const started = async (path: string, ...more: readonly string[]): Promise<Running> => {
      const running = await serve(path, [...words, ...more], {}, (printed) => {
        said = printed;
      });
      t.after(() => running.kill());
      return running;
    };

    const one = await started(first);
    const oneWrites = writing(one, 'north');
    await until(() => oneWrites.made() > 5);
    // A new optional field: both serve, and an instance of the older document may start again.
    const two = await started(second);
    const twoWrites = writing(two, 'south');
    await until(() => twoWrites.made() > 5);
    const again = await started(first);
    assert.equal(await again.stop(), 0);

    // A default and a computed field: refused while they serve, even where one of them hangs.
    one.process.kill('SIGSTOP');
    const refused = await nonet(['serve', third, '--port', '0', ...words, '--wait', '0']);
    one.process.kill('SIGCONT');
    assert.equal(refused.status, 2, refused.out);
    assert.match(refused.err, new RegExp(`by nonet on \\S+, process ${one.process.pid} at`));
    assert.match(refused.err, new RegExp(`process ${two.process.pid} at`));
    assert.match(refused.err, /`Note\.total` is computed differently; `Note\.mood` is new and has a default/);

    // It waits for them, and they write on meanwhile.
    const waiting = started(third, '--wait', '60');
    await until(() => / Waiting up to 60 seconds \(--wait\)\.$/m.test(said));
    const made = oneWrites.made();
    await until(() => oneWrites.made() > made + 5);
    assert.match(said, / Waiting up to 60 seconds \(--wait\)\.$/m);
    assert.equal(await one.stop(), 0);
    assert.equal(await two.stop(), 0);
    const three = await waiting;
    const threeWrites = writing(three, 'north');
    await until(() => threeWrites.made() > 5);
    const all = `SELECT count(*)::int AS n FROM note`;
    const wrong = `${all} WHERE mood IS NULL OR total <> price * 3 OR taxed IS NULL OR taxed <> price * 2`;
    assert.deepEqual((await client.query(wrong)).rows, [{ n: 0 }]);
    const [oneMade, twoMade] = await Promise.all([oneWrites.done, twoWrites.done]);
    assert.ok((await client.query(all)).rows[0].n >= oneMade + twoMade + 5);

    // One that the network cut off while the database was changed ends by itself.
    const ended = once(three.process, 'close') as Promise<[number | null]>;
    const cut = `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE application_name LIKE '%process ${three.process.pid}'`;
    const loss = ['--allow-data-loss', 'Note.mood', '--allow-data-loss', 'Note.taxed', '--store', store];
    three.process.kill('SIGSTOP');
    await client.query(cut);
    const back = await nonet(['migrate', second, ...loss]);
    three.process.kill('SIGCONT');
    assert.equal(back.status, 0, back.err);
    assert.equal((await ended)[0], 2, three.printed());
    assert.match(
      three.printed(),
      /^nonet: the database \S+ was migrated to another document\. New requests fail with 503 and this process stops\. Start it again with the current document\.$/m,
    );
    await threeWrites.done;
    assert.deepEqual((await client.query(`${all} WHERE total <> price * 2`)).rows, [{ n: 0 }]);
  });
});
