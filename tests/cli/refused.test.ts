import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { here, inWords } from '../support/here.ts';
import { inFolder, nonet, program, root } from '../support/process.ts';

const customerOf = (email: string): string => `{"shop":"north","name":"${'Ada'.repeat(20)}","email":"${email}"}\n`;

const example = join(root, 'examples/invoices/invoices.md');

test('what cannot be written is told in words, and nothing half done stays', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    copyFileSync(example, file);
    const customers = Array.from({ length: 1_500 }, (_, i) => customerOf(`m${i}@example.com`));
    writeFileSync(join(folder, 'Customer.jsonl'), customers.join(''));
    mkdirSync(join(folder, 'sub'));
    await here(0, 'load', file, join(folder, 'Customer.jsonl'));
    const before = readdirSync(folder).toSorted();
    for (const [to, why] of [
      ['none/x', 'its folder does not exist'],
      ['sub', 'it is a folder'],
    ] as const) {
      const target = join(folder, to);
      for (const words of [
        ['generate', 'types', file, '--out', target],
        ['export', file, '--out', target],
        ...(to === 'sub' ? [] : [['backup', file, target]]),
      ]) {
        assert.equal((await here(2, ...words)).err, `nonet: Failed to write ${target}: ${why}.`, words.join(' '));
      }
    }
    if (process.platform !== 'win32') {
      const target = join(folder, 'all.jsonl');
      const limited = `trap '' XFSZ; ulimit -f 200; exec "$0" "$@"`;
      for (const command of [
        ['export', file, '--out'],
        ['backup', file],
      ]) {
        const words = [process.execPath, program, ...command, target];
        const { status, stderr } = spawnSync('sh', ['-c', limited, ...words], { encoding: 'utf8' });
        assert.equal(status, 2, stderr);
        assert.match(stderr, /^nonet: Failed to write \S+all\.jsonl: .+\.\n$/);
      }
    }
    assert.deepEqual(readdirSync(folder).toSorted(), before);
  }));

test('export and types replace their own files alone, and backup none', () =>
  inFolder(async (folder) => {
    const at = (name: string): string => join(folder, name);
    const file = at('invoices.md');
    const other = `sqlite:${at('other.db')}`;
    copyFileSync(example, file);
    writeFileSync(at('Customer.jsonl'), customerOf('ada@example.com'));
    writeFileSync(at('invoices.ts'), "export * from 'nonet';\n");
    writeFileSync(at('notes.txt'), 'mine\n');
    for (const store of [`sqlite:${at('invoices.db')}`, other]) {
      await here(0, 'load', file, at('Customer.jsonl'), '--store', store);
    }
    mkdirSync(at('sub'));
    const links = process.platform === 'win32' ? [] : ['link.db', 'nowhere'];
    if (links.length > 0) {
      symlinkSync(at('other.db'), at('link.db'));
      symlinkSync(at('none'), at('nowhere'));
    }
    const before = readdirSync(folder).toSorted();
    const texts = (): string[] =>
      ['invoices.md', 'invoices.ts', 'invoices.db', 'other.db', 'notes.txt'].map((name) =>
        readFileSync(at(name), 'latin1'),
      );
    const first = texts();
    for (const [target, why] of [
      ['invoices.md', 'is the document and is never replaced'],
      ['sub/../invoices.ts', 'is the code of the document and is never replaced'],
      ['invoices.db', 'is part of the store and is never replaced'],
      ['invoices.db-wal', 'is part of the store and is never replaced'],
      ['invoices.db-served', 'is part of the store and is never replaced'],
      ['other.db', 'is an SQLite database and is never replaced|is part of the store and is never replaced'],
      ...(links.length === 0
        ? []
        : ([
            ['/dev/null', 'is not a regular file'],
            ['link.db', 'is an SQLite database and is never replaced|is part of the store and is never replaced'],
            ['nowhere', 'is a link to a file that does not exist'],
          ] as const)),
    ] as const) {
      const to = target.startsWith('/') ? target : `${folder}/${target}`;
      for (const words of [
        ['generate', 'types', file],
        ['export', file],
        ['export', file, '--store', other],
      ]) {
        assert.match(
          (await here(2, ...words, '--out', to, '--force')).err,
          new RegExp(`^nonet: \\S+ (${why})`),
          words.join(' '),
        );
      }
      if (target === 'nowhere')
        assert.equal(
          (await here(2, 'export', file, '--out', to)).err,
          `nonet: ${to} is a link to a file that does not exist. Name a file, or write \`-\` for standard output.`,
        );
      if (target.startsWith('invoices.db-'))
        assert.match((await here(2, 'backup', file, to)).err, /is never replaced|never overwrites/);
    }
    for (const words of [
      ['generate', 'types', file],
      ['export', file],
    ]) {
      const { err } = await here(2, ...words, '--out', at('notes.txt'));
      assert.equal(err, `nonet: ${at('notes.txt')} already exists. Add --force to replace it, or name another file.`);
    }
    assert.match((await here(2, 'backup', file, at('notes.txt'))).err, /backup never overwrites a file/);
    assert.deepEqual(texts(), first);
    assert.deepEqual(readdirSync(folder).toSorted(), before);

    await here(0, 'generate', 'types', file);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n`);
    await here(0, 'generate', 'types', file);
    await here(0, 'generate', 'types', file, '--out', at('notes.txt'), '--force');
    assert.equal(readFileSync(at('notes.txt'), 'utf8'), readFileSync(at('invoices.types.ts'), 'utf8'));
    assert.equal((await here(0, 'generate', 'types', file, '--out', '-')).out, readFileSync(at('notes.txt'), 'utf8'));
    await here(0, 'export', file, '--out', at('notes.txt'), '--force');
    assert.equal(readFileSync(at('notes.txt'), 'utf8'), (await here(0, 'export', file, '--out', '-')).out);
    assert.deepEqual(readdirSync(folder).toSorted(), [...before, 'invoices.types.ts'].toSorted());
  }));

test('a store that is not there is made by none of the commands that only look at one', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    copyFileSync(example, file);
    const commands = [
      ['keys', 'list'],
      ['keys', 'rotate', 'x'],
      ['keys', 'revoke', 'x'],
      ['events', 'list'],
      ['events', 'show', 'x'],
      ['deliveries', 'list'],
      ['secrets', 'rotate', 'WebhookEndpoint.secret', 'x'],
    ];
    for (const [command = '', verb = '', ...more] of commands) {
      const { err } = await here(2, command, verb, file, ...more);
      assert.equal(
        err,
        `nonet: sqlite:${join(folder, 'invoices.db')} does not exist or has no tables yet. To create it, run \`nonet serve ${file}\`.`,
      );
    }
    assert.deepEqual(readdirSync(folder), ['invoices.md']);
  }));

test('a store whose address is none is told in words by every command that has one', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    copyFileSync(example, file);
    const commands = [
      ['keys', 'list', file],
      ['migrate', file],
      ['backup', file, join(folder, 'copy')],
      ['export', file],
      ['load', file, file],
      ['events', 'list', file],
      ['secrets', 'rotate', file],
    ];
    process.env.NONET_SECRET_KEY = 'a key of sixteen characters';
    try {
      for (const words of commands) {
        const { err } = await here(2, ...words, '--store', 'mysql://localhost/x');
        assert.match(err, /^nonet: `mysql:` is not the address of a store that is supported\. Write /, words.join(' '));
      }
    } finally {
      delete process.env.NONET_SECRET_KEY;
    }
  }));

test('keys of an issuer in a file that holds none are told when the service is started', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    writeFileSync(file, readFileSync(example, 'utf8').replace('| api key |', '| jwt |'));
    const keys = join(folder, 'keys');
    const told = async (): Promise<string> =>
      (await here(2, 'serve', file, '--issuer', 'key=a', '--audience', 'key=b', '--jwks', `key=${keys}`)).err;
    assert.equal(await told(), `nonet: --jwks: the file ${keys} does not exist.`);
    writeFileSync(keys, '{"key":[]}');
    assert.match(
      await told(),
      /^nonet: --jwks: failed to read keys from .*: it is no JSON Web Key Set: it has no list `keys`\.$/,
    );
    rmSync(keys);
    mkdirSync(keys);
    assert.equal(await told(), `nonet: --jwks: failed to read keys from ${keys}: EISDIR.`);
  }));

test('an empty variable is one that is not set', () =>
  inFolder(async (folder) => {
    const env = { NONET_STORE: '', NONET_PORT: '', NONET_EXPLAIN: '' };
    const file = join(folder, 'invoices.md');
    copyFileSync(example, file);
    const ended = await nonet(['serve', file, '--host', '203.0.113.1'], { env });
    assert.match(
      inWords(ended, 2).err,
      /This machine has no address 203\.0\.113\.1\. Choose another one with --host\./,
    );
  }));

test('an address in brackets, and a socket that cannot be, are told as what they are', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'invoices.md');
    copyFileSync(example, file);
    const serve = ['serve', file, '--store', 'sqlite::memory:'];
    assert.match((await here(2, ...serve, '--port', '0', '--host', '[2001:db8::1]')).err, / 2001:db8::1[. :]/);
    for (const [to, why] of [
      [file, /exists and is not a socket/],
      [join(folder, 'none/x'), /its folder does not exist/],
      [
        join(folder, 'x'.repeat(200)),
        /Failed to listen on \S+: the path of a socket has at most about 100 bytes\. Choose a shorter path with --socket\./,
      ],
    ] as const) {
      assert.match((await here(2, ...serve, '--socket', to)).err, why);
    }
    assert.match((await here(2, ...serve, '--socket-mode', '9')).err, /takes three octal digits, such as 660/);
    assert.deepEqual(readdirSync(folder), ['invoices.md']);
  }));

test('what is wrong with a command names the help of that command', async () => {
  assert.match((await here(2, 'serve')).err, /\(nonet serve --help explains it\)/);
  assert.match((await here(2, 'keys', 'create')).err, /\(nonet keys create --help explains it\)/);
  assert.match((await here(2, 'keys', 'make')).err, /\(nonet keys --help lists the commands\)/);
  assert.match((await here(2, 'srve')).err, /\(nonet --help lists the commands\)/);
});

test('a key with an empty subject is refused: such keys would share the records of one caller', async () => {
  for (const subject of ['', ' ']) {
    assert.equal(
      (await here(2, 'keys', 'create', example, '--scheme', 'key', '--all-scopes', '--subject', subject)).err,
      'nonet: --subject is empty. Pass the value of caller.id, or leave --subject out to use the ID of the key.',
    );
  }
});
