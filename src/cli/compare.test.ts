import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inFolder } from '../../tests/support/process.ts';
import { run } from './program.ts';

const gap = 'Version identifiers, placement and compatibility rules: not shown.';
const memo = '| memo | string or null | | ..500 characters |';
const invoices = `# Invoices

## What the service does

Keeps invoices.

## Resources and their fields

### Invoice

| Field | Type | Format | Constraints |
| --- | --- | --- | --- |
| id | string | uuid | assigned |
${memo}

## States and transitions

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Invoice | POST | /invoices | \`Invoice\` | 201 \`Invoice\` |
| read Invoice | GET | /invoices/{id} | | 200 \`Invoice\` |

## Authentication

## Events

## Errors

## Limits

## Versioning

${gap}
`;

interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function nonet(...words: string[]): Promise<Ended> {
  let status = 0;
  const out: string[] = [];
  const err: string[] = [];
  await run(words, '0.0.0', {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    colours: { out: false, err: false },
    environment: {},
    end: (found) => {
      status = Math.max(status, found);
    },
  });
  return { status, out: out.join('\n'), err: err.join('\n') };
}

/** Two documents in a folder, compared with these words behind their names. */
async function compared(
  old: string,
  now: string,
  words: readonly string[],
  look: (ended: Ended, after: string) => void,
): Promise<void> {
  await inFolder(async (folder) => {
    const [older, newer] = [join(folder, 'old.md'), join(folder, 'new.md')];
    writeFileSync(older, old);
    writeFileSync(newer, now);
    look(await nonet('compare', older, newer, ...words), readFileSync(newer, 'utf8'));
  });
}

/** The invoices with versions, `added` behind the table of versions. */
function versioned(versions: readonly string[], added = ''): string {
  const rows = versions.map((version, index) => `| ${version} | ${index === 0 ? 'current' : 'supported'} |`);
  return invoices.replace(gap, `### Versions\n\n| Version | Status |\n| --- | --- |\n${rows.join('\n')}\n${added}`);
}

const withNote = (text: string): string => text.replace(/(\| memo .*)/, '$1\n| hint | string or null | | |');
const shorter = (text: string): string => text.replace('..500 characters', '..400 characters');

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
    assert.match(out, /= requests: breaks: a client that sends values that fitted before\./);
  });
});

test('a file that is not there and a document with errors end with 2', async () => {
  await compared(invoices, invoices.replace('| GET |', '| GOT |'), [], ({ status, out, err }) => {
    assert.equal(status, 2);
    assert.equal(out, '');
    assert.match(err, /a document with errors cannot be compared/);
  });
  const { status, err } = await nonet('compare', '/nowhere/a.md', '/nowhere/b.md');
  assert.equal(status, 2);
  assert.match(err, /There is no file \/nowhere\/a\.md/);
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
    assert.deepEqual(change.stored, ['`memo` is bound otherwise: each value is turned and checked']);
    assert.deepEqual(report.counts, { breaking: 1, unclear: 0, compatible: 1 });
    assert.deepEqual(report.unlike.map(({ what }: { what: string }) => what).includes('Invoice.memo'), true);
  });
});

test('--format markdown is a table for each part, the SQL folded away', async () => {
  await compared(invoices, withNote(shorter(invoices)), ['--format', 'markdown'], ({ out }) => {
    assert.match(out, /^## `.*new\.md` compared with `.*old\.md`\n\n1 breaking, 1 compatible\.\n/);
    assert.match(
      out,
      /\| \*\*breaking\*\* \| `Invoice\.memo` is bounded more closely \| A client that sends .* \| old 14, new 14 \|/,
    );
    assert.match(out, /<details><summary>PostgreSQL<\/summary>\n\n```sql\n[\s\S]*ADD "nonet_next_hint"/);
  });
});

test('the migration is told in words beside the change and in the SQL of both stores', async () => {
  await compared(invoices, withNote(invoices), [], ({ out }) => {
    assert.match(out, /= stored: add `hint` \(string or null\): records get null/);
    assert.match(
      out,
      /-- SQLite\n[\s\S]*CREATE TABLE "nonet_next_invoice"[\s\S]*-- PostgreSQL\n[\s\S]*ALTER TABLE "invoice" ADD/,
    );
  });
});

test('--write adds a table of Changes where there is none, and everything else stays', async () => {
  const now = withNote(shorter(versioned(['2', '1'])));
  await compared(versioned(['1']), now, ['--write'], ({ err }, after) => {
    assert.match(err, /2 rows of Changes written/);
    const table = [
      '### Changes',
      '',
      '| Version | Change | Where | Before | Older callers | Older requests |',
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
    const { log, unlike, missing } = JSON.parse(out);
    assert.deepEqual(
      log.map(({ kind }: { kind: string }) => kind),
      ['recorded', 'recorded'],
    );
    assert.deepEqual([unlike, missing], [[], []]);
  });
});

test('--write puts rows behind those of their version, and adds a column that the table lacks', async () => {
  const table =
    '\n### Changes\n\n| Where | Version | Change | Older callers |\n| --- | --- | --- | --- |\n| Invoice.hint | 2 | added | absent |\n';
  const now = withNote(shorter(versioned(['2', '1'], table)));
  await compared(versioned(['1']), now, ['--write'], ({ err }, after) => {
    assert.match(err, /1 row of Changes written/);
    const lines = after.slice(after.indexOf('| Where | Version')).split('\n');
    assert.deepEqual(lines.slice(0, 4), [
      '| Where | Version | Change | Older callers | Before |',
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
    withNote(text).replace('| hint | string or null | | |', '| hint | string | | required |');
  const now = required(versioned(['2', '1']));
  await compared(versioned(['1']), now, ['--write'], ({ err }, after) => {
    assert.match(err, /1 row of Changes written/);
    assert.match(err, /not written, … is the value of `hint` in the requests of older callers/);
    assert.match(after, /\| 2 \| added \| Invoice\.hint \| \| absent \| \|/);
    assert.doesNotMatch(after, /…/);
  });
});

test('--write asks for a version: for the first one, and for one that the older document does not have', async () => {
  await compared(invoices, withNote(invoices), ['--write'], ({ status, err }, after) => {
    assert.equal(status, 2);
    assert.match(err, /lists no versions: state them under Versioning/);
    assert.equal(after, withNote(invoices));
  });
  await compared(versioned(['1']), withNote(versioned(['1'])), ['--write'], ({ status, err }, after) => {
    assert.equal(status, 2);
    assert.match(err, /names no version that .* does not have/);
    assert.equal(after, withNote(versioned(['1'])));
  });
});

test('rows that make the document one of errors are not written', async () => {
  const rules = '\nCompatibility rules: not shown.\n';
  const now = withNote(versioned(['2', '1'], rules));
  await compared(versioned(['1'], rules), now, ['--write'], ({ status, err }, after) => {
    assert.equal(status, 2);
    assert.match(err, /nothing was written/);
    assert.equal(after, now);
  });
});
