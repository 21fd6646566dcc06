import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSource } from '../../text/location.ts';
import { compareServices } from '../compare.ts';
import { buildPlan, type Document, readDocument } from '../index.ts';
import { everywhere } from './renamed.fixture.ts';
import { renamings } from './renamings.fixture.ts';

function errorsOf({ diagnostics }: Document): readonly string[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, span }) => `${code} at ${span.start}: ${message}`);
}

function compared(old: string, now: string): ReturnType<typeof compareServices> {
  const [older, newer] = [old, now].map((text) => readDocument(createSource('small.md', text)));
  assert.deepEqual([errorsOf(older!), errorsOf(newer!)], [[], []]);
  const [was, is] = [older!, newer!].map(({ service }) => ({ service, plan: buildPlan(service) }));
  return compareServices(was!, is!);
}

/** The document with rows of Changes, newest version first, above version 1. */
function versioned(text: string, versions: readonly (readonly string[])[]): string {
  const [head] = text.split('## Versioning');
  const names = [...versions.map((_, at) => String(versions.length + 1 - at)), '1'];
  const statuses = names.map((name, at) => `| ${name} | ${at === 0 ? 'current' : 'supported'} |\n`).join('');
  const rows = versions.flatMap((own, at) => own.map((row) => `| ${names[at]} | ${row} |\n`)).join('');
  const changes = rows === '' ? '' : `\n| Version | Change | What | Before |\n| --- | --- | --- | --- |\n${rows}`;
  return `${head}## Versioning\n\n| Version | Status |\n| --- | --- |\n${statuses}${changes}`;
}

for (const [what, { where, now, before, rules }] of Object.entries(renamings)) {
  test(`nothing differs but the name where ${what} has another, wherever it stands`, () => {
    const older = versioned(everywhere.replace(now, before), []);
    const newer = versioned(everywhere, [[`renamed | ${where} | ${before}`]]);
    const found = compared(older, newer);
    const others = found.changes.filter(({ rule, part }) => part !== 'versioning' && !rules.includes(rule));
    assert.deepEqual(
      others.map((other) => `${other.rule}: ${other.what}`),
      [],
    );
    assert.ok(found.changes.some(({ rule }) => rules.includes(rule)));
    assert.deepEqual(
      found.changelog.filter(({ kind }) => kind !== 'recorded').map((finding) => `${finding.kind}: ${finding.what}`),
      [],
    );
    assert.deepEqual(found.mismatches, []);
  });
}

test('names are followed through several versions, also those of values whose field got another', () => {
  const older = everywhere
    .replace(/\bgoods\b/g, 'things')
    .replace(/(?<!^\| )\bkind\b(?! \| filter)/gm, 'sort_')
    .replace(/^\| kind(?= \| one)/m, '| sort_');
  const rows = [
    ['renamed | Invoice.kind | type_', 'renamed | Invoice.kind goods | wares'],
    ['renamed | Invoice.type_ | sort_'],
    ['renamed | Invoice.sort_ wares | things'],
  ];
  const { changes, mismatches: unlike } = compared(versioned(older, []), versioned(everywhere, rows));
  assert.deepEqual(
    changes.filter(({ part }) => part !== 'versioning').map(({ what }) => what),
    ['the field `Invoice.sort_` is renamed to `Invoice.kind`', '`things` of `Invoice.kind` is renamed to `goods`'],
  );
  assert.deepEqual(unlike, []);
});
