import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Said, said } from '../../src/cli/shared/terminal.fixture.ts';
import { inFolder, type Running, root, serve } from '../support/process.ts';

const document = join(root, 'tests/documents/written-out/invoices.md');

/** Returns a port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const pictures = `# Pictures

## Resources and their fields

### Picture

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| title | string | required |
| image | file | required; ..1 MiB |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Picture | POST | /pictures | \`Picture\` | 201 \`Picture\` |
| read Picture as download | GET | /pictures/{id}/image | | 200 \`Picture.image\` |
| update Picture as exchange | PUT | /pictures/{id}/image | \`Picture.image\` | 204 |
`;

const boards = `# Boards

## Resources and their fields

### Board

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required; unique |
| parent | ref Board | |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Board | POST | /boards | \`Board\` | 201 \`Board\` |
| read Board | GET | /boards/{name} | | 200 \`Board\` |
| list Board | GET | /boards | | 200 \`Board[]\` |
| delete Board | DELETE | /boards/{name} | | not shown |
`;

describe('nonet call', () => {
  let running: Running;
  before(async () => {
    running = await serve(document, ['--store', 'sqlite::memory:']);
  });
  after(() => running.stop());

  /** Calls the service in one process after the other, which share the records that they remember. */
  function caller(folder: string, key = running.key): (...words: string[]) => Promise<Said> {
    const environment = { XDG_STATE_HOME: folder, NONET_URL: running.address, ...(key && { NONET_KEY: key }) };
    return (...words) => {
      const url = words.includes('--url') ? [] : ['--url', running.address];
      return said(['call', document, ...words, ...url], environment);
    };
  }

  it('creates records that refer to the last ones, and shows the line that rejects a transition', () =>
    inFolder(async (folder) => {
      const call = caller(folder);
      const customer = await call('create', 'Customer', 'name=Ada Lovelace', 'email=ada@example.com');
      assert.equal(customer.status, 0, customer.err.join('\n'));
      assert.match(customer.err[0]!, /^201 Created {2}\d+ ms$/);
      const { id } = JSON.parse(customer.out.join('\n')) as { readonly id: string };
      assert.equal(customer.err[1], `Location: /customers/${id}`);
      const invoice = await call('create Invoice', 'customer=@last', 'lines=@example', 'due_on=2099-12-24');
      assert.equal(invoice.status, 0, invoice.err.join('\n'));
      const made = JSON.parse(invoice.out.join('\n')) as { readonly id: string; readonly customer: string };
      assert.equal(made.customer, id);
      const paid = await call('pay', 'Invoice', 'amount=12000');
      assert.equal(paid.status, 1);
      assert.equal(paid.err[0], `id=${made.id}, the last Invoice`);
      assert.match(paid.err[1]!, /^409 Conflict {2}\d+ ms {2}\S*invoices\.md:\d+$/);
      assert.equal((JSON.parse(paid.out.join('\n')) as { code: string }).code, 'wrong_state');
      const listed = await call('list', 'Invoice', 'status=draft', `customer=@@${id}`.replace('@@', ''));
      assert.match(listed.out.join('\n'), new RegExp(made.id));
    }));

  it('sends values of the types that the document states, items of a list one by one, and members by their paths', () =>
    inFolder(async (folder) => {
      const call = caller(folder);
      await call('create', 'Customer', 'name=null', 'email=n@example.com');
      const item = (text: string) => `lines={"text":"${text}","quantity":1,"price":5}`;
      const created = await call('create', 'Invoice', 'customer=@last', item('a'), item('b'), 'due_on=2099-12-24');
      assert.equal(created.status, 0, created.out.join('\n'));
      const { lines, total } = JSON.parse(created.out.join('\n')) as { lines: { text: string }[]; total: number };
      assert.deepEqual([lines.map(({ text }) => text), total], [['a', 'b'], 10]);
      const wrong = await call('pay', 'Invoice', 'amount=many');
      assert.match(wrong.out.join('\n'), /"pointer": "\/amount"/);
    }));

  it('prints a command of curl with the credential as a variable, and sends nothing', () =>
    inFolder(async (folder) => {
      const { out, err, status } = await caller(folder)(
        'create',
        'Customer',
        "name=O'Hara",
        'email=o@example.com',
        '--curl',
      );
      assert.deepEqual([status, err], [0, []]);
      assert.match(
        out[0]!,
        /^curl -s -H "Authorization: Bearer \$NONET_KEY" .*-d '\{"name":"O'\\''Hara","email":"o@example\.com"\}' http:\S+\/customers$/,
      );
      assert.ok(!out.join('').includes(running.key!));
      const { out: listed } = await caller(folder)('list', 'Customer', 'email=o@example.com');
      assert.doesNotMatch(listed.join('\n'), /Hara/);
    }));

  it('reads a body from a file, saves a response, and replaces no file', () =>
    inFolder(async (folder) => {
      const call = caller(folder);
      const body = join(folder, 'customer.json');
      writeFileSync(body, '{"name":"Grace","email":"g@example.com"}');
      const out = join(folder, 'out.json');
      const created = await call('create', 'Customer', 'name=Grace Hopper', '--body', body, '--out', out);
      assert.equal(created.status, 0, created.err.join('\n'));
      assert.equal((JSON.parse(readFileSync(out, 'utf8')) as { name: string }).name, 'Grace Hopper');
      const again = await call('list', 'Customer', '--out', out);
      assert.equal(again.status, 2);
      assert.match(again.err.at(-1)!, /out\.json already exists/);
      writeFileSync(body, '{"name":');
      const broken = await call('create', 'Customer', '--body', body);
      assert.match(broken.err[0]!, /customer\.json is not JSON\./);
    }));

  it('explains words that name nothing, values that are none, and services that do not respond', () =>
    inFolder(async (folder) => {
      const call = caller(folder);
      const explain = async (...words: string[]): Promise<string> => {
        const { status, err } = await call(...words);
        assert.equal(status, 2, err.join('\n'));
        return err.join('\n');
      };
      assert.match(await explain('create', 'Custmer', 'name=x'), /Did you mean create Customer\?/);
      assert.match(
        await explain('create', 'Customer', 'nme=x'),
        /create Customer takes no nme\. Did you mean name\? It takes name, email\./,
      );
      assert.match(await explain('create', 'Customer', 'name=x', 'email'), /"email" gives no value\. Write name=value/);
      assert.match(
        await explain('pay', 'Invoice', 'amount=1'),
        /id: no call created or showed an Invoice of this service yet\. State its ID\./,
      );
      assert.match(await explain('create', 'Customer', 'name=@first'), /name: @first is not known\. Known are @last/);
      assert.match(
        await explain('create', 'Customer', 'name=@last'),
        /name: @last stands for a record, but the value does not refer to one\./,
      );
      assert.match(
        await explain('issue', 'token'),
        /issue token takes a form and the credential of a client\. Use curl -u ID:SECRET/,
      );
      for (const dots of ['.', '..'])
        assert.match(
          await explain('pay', 'Invoice', `id=${dots}`, 'amount=1'),
          new RegExp(`The path cannot contain the value ${dots.replaceAll('.', '\\.')}\\.$`),
        );
      assert.match(await explain('list', 'Customer', '--url', 'ftp://x'), /--url ftp:\/\/x is not an address/);
      assert.match(
        await explain('list', 'Customer', '--url', `http://127.0.0.1:${await closedPort()}`),
        /does not respond .*ECONNREFUSED/,
      );
      const { err } = await caller(folder, 'wrong')('list', 'Customer');
      assert.match(err[0]!, /^401 Unauthorized/);
      assert.ok(!existsSync(join(folder, 'nonet')));
    }));

  it('sends files in forms and alone, and saves them', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'pictures.md');
      writeFileSync(file, pictures);
      const image = join(folder, 'a b.png');
      writeFileSync(image, Buffer.from([0, 255, 10, 13]));
      const service = await serve(file, ['--store', 'sqlite::memory:']);
      const call = (...words: string[]): Promise<Said> =>
        said(['call', file, ...words, '--url', service.address], { XDG_STATE_HOME: folder });
      try {
        const created = await call('create', 'Picture', 'title=A', `image=@${image}`);
        assert.equal(created.status, 0, created.out.join('\n'));
        assert.deepEqual((JSON.parse(created.out.join('\n')) as { image: object }).image, {
          name: 'a b.png',
          type: 'image/png',
          size: 4,
        });
        const shown = await call('download');
        assert.equal(shown.status, 2);
        assert.match(shown.err.at(-1)!, /^nonet: The response is image\/png, 4 bytes\. To save it, add --out FILE\.$/);
        const empty = await call('exchange', `image=@${image}`, '--out', join(folder, 'none'));
        assert.match(empty.err.at(-1)!, /The response has no body to save\./);
        const out = join(folder, 'saved.png');
        assert.equal((await call('download', '--out', out)).status, 0);
        assert.deepEqual(readFileSync(out), readFileSync(image));
        writeFileSync(image, 'text');
        const exchanged = await call('exchange', `image=@${image}`);
        assert.equal(exchanged.status, 0, exchanged.err.join('\n'));
        const curl = await call('exchange', `image=@${image}`, '--curl');
        assert.match(curl.out[0]!, /^curl -s -X PUT .*--data-binary '@.*a b\.png' http:\S+\/pictures\/1\/image$/);
        const none = await call('create', 'Picture', 'title=A', 'image=@none.png');
        assert.match(none.err.at(-1)!, /The file none\.png cannot be read\./);
        const text = await call('create', 'Picture', 'title=A', 'image=cat.png');
        assert.match(text.err.at(-1)!, /image: it is a file\. Write image=@PATH\./);
      } finally {
        await service.stop();
      }
    }));

  it('explains what a document does not say, and values that it cannot find', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'boards.md');
      writeFileSync(file, boards);
      const explain = async (...words: string[]): Promise<string> => {
        const { err } = await said(['call', file, ...words], { XDG_STATE_HOME: folder });
        return err.at(-1) ?? '';
      };
      assert.match(
        await explain('delete', 'Board'),
        /delete Board is disabled: its request or its response is not shown\./,
      );
      assert.match(await explain('read', 'Board'), /name: it is required\. Write name=…\./);
      assert.match(
        await explain('create', 'Board', 'parent=@example'),
        /parent: no example can be created for it\. State a value\./,
      );
      assert.match(await explain('list', 'Board', 'x=1'), /list Board takes no x\. It takes no values\./);
    }));

  it('runs the commands of its page', () =>
    inFolder(async (folder) => {
      const page = readFileSync(join(root, 'docs/call.md'), 'utf8');
      const [, block = ''] = /^```sh\n([\s\S]*?)^```/m.exec(page) ?? [];
      const lines = Array.from(block.matchAll(/^nonet call invoices\.md (\w[^\n]*)$/gm), (found) => found[1]!);
      assert.equal(lines.length, 4);
      for (const line of lines) {
        const own = line.replace(/ --url \S+/, '').replace('ada@', 'page@');
        const words = Array.from(own.matchAll(/(?:[^\s']|'[^']*')+/g), ([word]) => word);
        const { status, err, out } = await caller(folder)(...words.map((word) => word.replaceAll("'", '')));
        assert.equal(status, 0, `${line}\n${err.join('\n')}\n${out.join('\n')}`);
      }
    }));

  it('shows what a hostile service sends as signs, and follows it nowhere', async (t) => {
    const steering = '{"a":"\u001b[2J\u001b]0;owned\u0007"}';
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const answers = [steering, deep, 'moved', 'cut off', 'endless', 'endless stream'];
    const server = createHttpServer((_, response) => {
      const body = answers.shift()!;
      const endless = (): void => {
        while (!response.destroyed && response.write(' '.repeat(1_048_576)));
        response.once('drain', endless);
      };
      if (body === 'moved') response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
      else if (body === 'endless') endless();
      else if (body === 'endless stream') {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        endless();
      } else if (body === 'cut off') {
        response.writeHead(200, { 'Content-Length': 9 });
        response.write('{', () => response.destroy());
      } else response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    }).listen(0, '127.0.0.1');
    t.after(() => {
      server.close();
      server.closeAllConnections();
    });
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await inFolder(async (folder) => {
      const call = (): Promise<Said> =>
        said(['call', document, 'list', 'Customer', '--url', url], { XDG_STATE_HOME: folder, NONET_KEY: 'key_x' });
      assert.deepEqual((await call()).out, ['{"a":"␛[2J␛]0;owned␇"}']);
      const { out } = await call();
      assert.ok(out.join('').length < 20_000_000, `${out.join('').length}`);
      const { status, err } = await call();
      assert.equal(status, 1);
      assert.match(err[0]!, /^302 Found/);
      assert.ok(err.includes('Location: http://127.0.0.1:1/'));
      const failed = async (): Promise<unknown> => {
        const { status: ended, err: said } = await call();
        return [ended, said.at(-1)];
      };
      assert.deepEqual(await failed(), [2, 'nonet: The response ended early.']);
      assert.deepEqual(await failed(), [2, 'nonet: The response has more than 64 MiB.']);
      assert.deepEqual(await failed(), [2, 'nonet: A line of the stream has more than 16 MiB.']);
    });
  });

  it('says which header has a value that HTTP cannot send, and does not show it', async () => {
    const wrong = async (key: string, ...words: string[]): Promise<unknown> => {
      const { status, err } = await said(['call', document, ...words], { NONET_KEY: key });
      return [status, err.at(-1)];
    };
    assert.deepEqual(await wrong('a\nb', 'list', 'Invoice'), [
      2,
      'nonet: The value of the header Authorization has a character that no header can have.',
    ]);
    assert.deepEqual(await wrong('a', 'create', 'Invoice', 'Idempotency-Key=€'), [
      2,
      'nonet: The value of the header Idempotency-Key has a character that no header can have.',
    ]);
  });

  it('lists the operations with the values that they take', async () => {
    const { out } = await said(['call', document]);
    assert.ok(
      out.some((line) => /^ {2}pay Invoice id= amount= +POST \/invoices\/\{id\}\/pay$/.test(line)),
      out.join('\n'),
    );
    assert.ok(
      out.some((line) => /^ {2}list Invoice \[status=\] .*\[limit=\]/.test(line)),
      out.join('\n'),
    );
    assert.ok(!out.some((line) => line.includes('issue token')));
  });
});
