import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compared, invoices, shorter, versioned, withNote } from '../compare.fixture.ts';

test('--write adds a table of Changes where there is none, and everything else stays', async () => {
  const now = withNote(shorter(versioned(['2', '1'])));
  await compared(versioned(['1']), now, ['--write'], ({ err }, after) => {
    assert.match(err, /2 rows added to Changes/);
    const table = [
      '### Changes',
      '',
      '| Version | Change | What | Before | Old responses | Old requests |',
      '| --- | --- | --- | --- | --- | --- |',
      '| 2 | constraint | Invoice.memo | ..500 characters | | |',
      '| 2 | added | Invoice.hint | | absent | |',
    ];
    assert.ok(after.includes(`\n${table.join('\n')}\n`), after.slice(-600));
    assert.equal(after.replace(`\n${table.join('\n')}\n`, '').trimEnd(), now.trimEnd());
  });
});

test('written rows are recorded: compared again no row is missing and older callers are shown what they knew', async () => {
  const old = versioned(['1']);
  let written = '';
  await compared(old, withNote(shorter(versioned(['2', '1']))), ['--write'], (_, after) => {
    written = after;
  });
  await compared(old, written, ['--json'], ({ out }) => {
    const { changelog, mismatches, missing } = JSON.parse(out);
    assert.deepEqual(
      changelog.map(({ kind }: { kind: string }) => kind),
      ['recorded', 'recorded'],
    );
    assert.deepEqual([mismatches, missing], [[], []]);
  });
});

test('--write puts rows behind those of their version, and adds a column that the table lacks', async () => {
  const table =
    '\n### Changes\n\n| What | Version | Change | Old responses |\n| --- | --- | --- | --- |\n| Invoice.hint | 2 | added | absent |\n';
  const now = withNote(shorter(versioned(['2', '1'], table)));
  await compared(versioned(['1']), now, ['--write'], ({ err }, after) => {
    assert.match(err, /1 row added to Changes/);
    const lines = after.slice(after.indexOf('| What | Version')).split('\n');
    assert.deepEqual(lines.slice(0, 4), [
      '| What | Version | Change | Old responses | Before |',
      '| --- | --- | --- | --- | --- |',
      '| Invoice.hint | 2 | added | absent | |',
      '| Invoice.memo | 2 | constraint | | ..500 characters |',
    ]);
  });
});

test('--write keeps a byte-order mark and lines that end in CRLF', async () => {
  const now = withNote(versioned(['2', '1'])).replaceAll('\n', '\r\n');
  await compared(versioned(['1']), `\ufeff${now}`, ['--write'], (_, after) => {
    assert.ok(after.startsWith('\ufeff# Invoices\r\n'));
    assert.match(after, /\r\n\| 2 \| added \| Invoice\.hint \| \| absent \| \|\r\n/);
    assert.doesNotMatch(after, /[^\r]\n/);
  });
});

test('--write leaves out rows that only the author can fill, and says what is open', async () => {
  const required = (text: string): string =>
    withNote(text).replace('| hint | string or null | |', '| hint | string | required |\n| tone | string | |');
  const now = required(versioned(['2', '1']));
  await compared(versioned(['1']), now, ['--write'], ({ err }, after) => {
    assert.match(err, /1 row added to Changes/);
    assert.match(err, /add this row yourself; … stands for the value of `hint` in requests of old clients/);
    assert.match(after, /\| 2 \| added \| Invoice\.tone \| \| absent \| \|/);
    assert.doesNotMatch(after, /…|added \| Invoice\.hint/);
  });
});

test('--write asks for a version: for the first one, and for one that the older document does not have', async () => {
  await compared(invoices, withNote(invoices), ['--write'], ({ status, err }, after) => {
    assert.equal(status, 2);
    assert.match(err, /lists no versions\. Add the table Versions/);
    assert.equal(after, withNote(invoices));
  });
  await compared(versioned(['1']), withNote(versioned(['1'])), ['--write'], ({ status, err }, after) => {
    assert.equal(status, 2);
    assert.match(err, /lists no new version/);
    assert.equal(after, withNote(versioned(['1'])));
  });
});

test('rows that make the document one of errors are not written', async () => {
  const rules = '\nCompatibility rules: not shown.\n';
  const now = withNote(versioned(['2', '1'], rules));
  await compared(versioned(['1'], rules), now, ['--write'], ({ status, err }, after) => {
    assert.equal(status, 2);
    assert.match(err, /No rows were written/);
    assert.equal(after, now);
  });
});
