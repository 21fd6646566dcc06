import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createReport } from '../../src/cli/document/compare/comparing.ts';
import { findVersionMismatches } from '../../src/parts/compare/back.ts';
import { type Document, readDocument } from '../../src/parts/index.ts';
import { buildVersionPlan, planInterface } from '../../src/parts/versions.ts';
import { createSource } from '../../src/text/location.ts';
import { root } from '../support/process.ts';

const example = 'examples/invoices/';
const present = 'invoices.md';
const stored = ['versions/2026-01-01.md', 'versions/2026-06-01.md'] as const;
const steps = [
  [stored[0], stored[1]],
  [stored[1], present],
] as const;

function read(file: string, edited = (text: string): string => text): Document {
  const text = readFileSync(join(root, example, file), 'utf8');
  const made = edited(text);
  const document = readDocument(createSource(file, made));
  assert.deepEqual(document.diagnostics, []);
  return document;
}

/** The rows of the top version of a document. */
function rowsOf({ service: { versioning } }: Document): number {
  const top = versioning.versions[0]!.name.value;
  return versioning.changes.filter(({ version }) => version.value === top).length;
}

for (const [older, newer] of steps) {
  test(`${older} differs from ${newer} in what its rows of Changes say, and in nothing else`, () => {
    const now = read(newer);
    const { changelog: log, mismatches: unlike, missing } = createReport(read(older), now);
    const lines = log.map(({ kind, line }) => `${kind} ${line}`);
    assert.deepEqual(
      lines.filter((line) => !line.startsWith('recorded')),
      [],
    );
    assert.deepEqual([missing, unlike], [[], []]);
    assert.ok(rowsOf(now) >= 6);
    assert.equal(new Set(lines).size, rowsOf(now));
  });

  test(`without one of its rows ${newer} does not lead to ${older}`, () => {
    const { service, source } = read(newer);
    const top = service.versioning.versions[0]!.name.value;
    let tried = 0;
    for (const row of service.versioning.changes) {
      if (row.version.value !== top) continue;
      const cut = (text: string): string => text.replace(`${source.text.slice(row.span.start, row.span.end)}\n`, '');
      const document = readDocument(createSource(newer, cut(source.text)));
      if (document.diagnostics.some(({ severity }) => severity === 'error')) continue;
      const { missing } = createReport(read(older), document);
      assert.ok(missing.length > 0, row.change.value);
      tried += 1;
    }
    assert.ok(tried > 3, `${tried} rows`);
  });
}

for (const file of stored) {
  test(`what the present document shows callers of ${file} is what that document states`, () => {
    const [old, now] = [read(file).service, read(present).service];
    assert.deepEqual(findVersionMismatches(old, now), []);
    const [reached, wanted] = [
      buildVersionPlan(now, old.versioning.versions[0]!.name.value)!.interface,
      planInterface(old),
    ];
    const routes = (plan: typeof wanted): string[] =>
      plan.operations.map((operation) => `${operation.method} ${operation.path}`);
    assert.deepEqual(routes(reached), routes(wanted));
    const names = ({ resources, objects }: typeof wanted): string[] =>
      [
        ...resources.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name} ${field.schema.type}`)),
        ...objects.flatMap(({ name, members }) =>
          members.map((member) => `${name}.${member.name} ${member.schema.type}`),
        ),
      ].toSorted();
    assert.deepEqual(names(reached), names(wanted));
    const codes = ({ errors }: typeof wanted): string[] =>
      errors.codes.map(({ code, status }) => `${code} ${status}`).sort();
    assert.deepEqual(codes(reached), codes(wanted));
    assert.deepEqual(
      reached.limits.map(({ value }) => value),
      wanted.limits.map(({ value }) => value),
    );
  });
}
