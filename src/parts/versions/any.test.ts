import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../tests/support/runs.ts';
import { documentOf } from '../document.fixture.ts';
import type { Document } from '../index.ts';
import { buildVersionPlan, planInterface } from '../versions.ts';
import { firstModel, type Model, partsOf } from './any.fixture.ts';
import { edits } from './edits.fixture.ts';

const names = Object.keys(edits);
const places = new Set(['line', 'when']);

/** A plan without the lines of the document; lists in no order. */
function bare(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const all = value.map((item) => JSON.stringify(bare(item)));
    return all.toSorted().map((json) => JSON.parse(json));
  }
  const entries = Object.entries(value).filter(([name, property]) => !places.has(name) && property !== undefined);
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, property]) => [name, bare(property)] as const));
}

function errorsOf({ diagnostics }: Document): readonly string[] {
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code}: ${message}`);
}

interface Choice {
  readonly edit: string;
  readonly at: number;
}

/** Versions of a model, the oldest first, and the rows that made each but the first. */
function history(seed: number, choices: readonly (readonly Choice[])[]) {
  let model: Model = firstModel(seed);
  if (seed % 5 === 0) model.operations.update.there = false;
  const versions = [model];
  const rows: string[][] = [[]];
  for (const [nth, chosen] of choices.entries()) {
    model = structuredClone(model);
    // no version gives a name that another has given
    const touched = new Set([`version ${nth}`, ...Array.from({ length: nth * 10 }, (_, at) => `used ${at}`)]);
    rows.push(chosen.flatMap(({ edit, at }) => edits[edit]!(model, at, touched) ?? []));
    versions.push(model);
  }
  return { versions, rows };
}

function versioned({ versions, rows }: ReturnType<typeof history>): Document {
  const top = versions.length;
  const listed = versions.map((_, at) => `| ${at + 1} | ${at + 1 === top ? 'current' : 'supported'} |`).toReversed();
  const changes = rows
    .map((own, at) => own.map((text) => `| ${at + 1} | ${text} |`))
    .toReversed()
    .flat();
  const table = `| Version | Change | What | Before | Old responses | Old requests |\n| --- | --- | --- | --- | --- | --- |\n${changes.join('\n')}`;
  const versioning = `| Version | Status |\n| --- | --- |\n${listed.join('\n')}\n${changes.length === 0 ? '' : `\n${table}\n`}`;
  return documentOf({ ...partsOf(versions.at(-1)!), versioning });
}

function compare(seed: number, choices: readonly (readonly Choice[])[]): void {
  const made = history(seed, choices);
  const newest = versioned(made);
  const said = made.rows.flat().join('\n');
  assert.deepEqual(errorsOf(newest), [], said);
  for (const [at, model] of made.versions.entries()) {
    const then = documentOf(partsOf(model));
    assert.deepEqual(errorsOf(then), [], said);
    assert.deepEqual(
      bare(buildVersionPlan(newest.service, `${at + 1}`)?.interface),
      bare(planInterface(then.service)),
      said,
    );
  }
}

for (const [index, edit] of names.entries()) {
  test(`undone twice, every version shows its own document: ${edit}`, () => {
    for (const at of [0, 1, 2, 3, 5, 15]) compare(index + at, [[{ edit, at }], [{ edit, at: at + 7 }]]);
  });
}

test('whatever was changed in three versions, undoing their rows shows each version as its document did', () => {
  const choice = fc.record({ edit: fc.constantFrom(...names), at: fc.nat(1000) });
  const choices = fc.array(fc.array(choice, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 });
  fc.assert(fc.property(fc.nat(30), choices, compare), { numRuns: runs(60) });
});
