import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compared, invoices, nonet, scoped, shorter, versioned, withNote } from './compare.fixture.ts';

test('a document compared with itself ends with 0 and says that nothing differs', async () => {
  await compared(invoices, invoices, [], ({ status, out }) => {
    assert.equal(status, 0);
    assert.match(out, /old\.md to .*new\.md: no difference$/);
  });
});

test('what is compatible ends with 0, what breaks a client with 1', async () => {
  await compared(invoices, withNote(invoices), [], ({ status, out }) => {
    assert.equal(status, 0);
    assert.match(out, /compatible\[resources\/field-added\]: the field `Invoice\.hint` is new/);
  });
  await compared(invoices, shorter(invoices), [], ({ status, out }) => {
    assert.equal(status, 1);
    assert.match(out, /breaking\[resources\/constraint-tighter\]/);
    assert.match(out, /= requests: breaks: a client that sends values that were valid before\./);
  });
});

test('a file that is not there and a document with errors end with 2', async () => {
  await compared(invoices, invoices.replace('| GET |', '| GOT |'), [], ({ status, out, err }) => {
    assert.equal(status, 2);
    assert.equal(out, '');
    assert.match(err, /Only documents without errors can be compared/);
  });
  const { status, err } = await nonet('compare', '/nowhere/a.md', '/nowhere/b.md');
  assert.equal(status, 2);
  assert.match(err, /\/nowhere\/a\.md does not exist/);
});

test('--json holds every change with its places, classes, rows and steps', async () => {
  await compared(versioned(['1']), shorter(versioned(['2', '1'])), ['--json'], ({ status, out }) => {
    assert.equal(status, 1);
    const report = JSON.parse(out);
    const [change] = report.changes;
    assert.equal(change.rule, 'resources/constraint-tighter');
    assert.deepEqual(
      [change.part, change.change, change.where, change.direction, change.class],
      ['resources', 'constraint', 'Invoice.memo', 'both', 'breaking'],
    );
    assert.deepEqual([change.requests.class, change.answers.class], ['breaking', 'compatible']);
    assert.equal(change.old.line, change.new.line);
    assert.deepEqual(change.write, ['| 2 | constraint | Invoice.memo | ..500 characters | | |']);
    assert.deepEqual(change.migration, ['`memo` has different constraints: each value is converted and checked']);
    assert.deepEqual(report.counts, { exposes: 0, breaking: 1, unclear: 0, compatible: 1 });
    assert.deepEqual(report.mismatches.map(({ what }: { what: string }) => what).includes('Invoice.memo'), true);
  });
});

test('--format markdown is a table for each part, the SQL folded away', async () => {
  await compared(invoices, withNote(shorter(invoices)), ['--format', 'markdown'], ({ out }) => {
    assert.match(out, /^## `.*new\.md` compared with `.*old\.md`\n\n1 breaking, 1 compatible\.\n/);
    assert.match(
      out,
      /\| \*\*breaking\*\* \| `Invoice\.memo` has tighter constraints \| A client that sends .* \| old 14, new 14 \|/,
    );
    assert.match(out, /<details><summary>PostgreSQL<\/summary>\n\n```sql\n[\s\S]*ADD "nonet_next_hint"/);
  });
});

test('what exposes more is told first and ends with 1 unless it is allowed, as what breaks does', async () => {
  const hidden = scoped('`memo != "secret"`');
  const open = scoped('');
  await compared(hidden, shorter(open), [], ({ status, out }) => {
    assert.equal(status, 1);
    assert.match(out, /^Wider access\n\nexposes\[authentication\/where-looser\]: `staff` admits more records/);
    assert.match(out, /= exposes: callers may read or change records that the older Where hid from them\./);
    assert.match(out, /Resources and their fields\n\nbreaking\[[\s\S]*: 1 exposes, 1 breaking$/);
  });
  for (const [allowed, status] of [
    [['exposes'], 1],
    [['breaking'], 1],
    [['exposes', 'breaking'], 0],
    [['exposes,breaking'], 0],
  ] as const) {
    const words = allowed.flatMap((name) => ['--allow', name]);
    await compared(hidden, shorter(open), words, (ended) => assert.equal(ended.status, status, allowed.join()));
  }
  await compared(hidden, open, ['--allow', 'exposes'], ({ status }) => assert.equal(status, 0));
  await compared(hidden, open, ['--allow', 'unclear'], ({ status, err }) => {
    assert.equal(status, 2);
    assert.match(err, /Allowed choices are exposes, breaking/);
  });
});

test('what exposes more is told first in JSON and Markdown, and no row of Compatibility silences it', async () => {
  const stated = '\n### Compatibility\n\n| Change | Class |\n| --- | --- |\n| behavior | compatible |\n';
  const now = shorter(scoped('', stated));
  await compared(scoped('`memo != "secret"`'), now, ['--json'], ({ status, out }) => {
    const { counts, changes } = JSON.parse(out);
    assert.equal(status, 1);
    assert.deepEqual([counts.exposes, counts.breaking, changes[0].class], [1, 1, 'exposes']);
    assert.match(changes[0].exposes, /^Callers may read/);
  });
  await compared(scoped('`memo != "secret"`'), now, ['--format', 'markdown'], ({ out }) => {
    assert.match(out, /### Wider access\n\n[\s\S]*\| \*\*exposes\*\* \| `staff` admits more/);
  });
});

test('the migration is told in words, and with --sql in the statements of both stores too', async () => {
  await compared(invoices, withNote(invoices), [], ({ out }) => {
    assert.match(out, /Database\n\n {2}Invoice\n {4}add `hint`/);
    assert.doesNotMatch(out, /CREATE TABLE|ALTER TABLE/);
    assert.match(out, /\(--sql prints the statements\)/);
  });
});

test('the migration is told in words beside the change and in the SQL of both stores', async () => {
  await compared(invoices, withNote(invoices), ['--sql'], ({ out }) => {
    assert.match(out, /= database: add `hint` \(string or null\): records get null/);
    assert.match(
      out,
      /-- SQLite\n[\s\S]*CREATE TABLE "nonet_next_invoice"[\s\S]*-- PostgreSQL\n[\s\S]*ALTER TABLE "invoice" ADD/,
    );
  });
});

test('--format html shows an operation that changed as each of the two services answers it, unless --no-examples', async () => {
  const narrower = shorter(invoices).replace(/^# .*/, '# <Bills>');
  await compared(invoices, narrower, ['--format', 'html'], ({ out }) => {
    assert.match(out, /<summary>Example: \w+ Invoice<\/summary><div class="sides"><div class="side old"><pre>POST \//);
    assert.doesNotMatch(out, /<Bills>|<script/);
  });
  await compared(invoices, narrower, ['--format', 'html', '--no-examples'], ({ out }) =>
    assert.doesNotMatch(out, /Example: /),
  );
});
