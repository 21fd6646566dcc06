import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { planOf, readDocument } from '../parts/index.ts';
import type { LimitPlan, Plan } from '../plan/plan.ts';
import { sourceOf } from '../text/place.ts';
import { refuseWhatCannotRun } from './may-serve.ts';
import type { ServeOptions } from './serve-options.ts';
import { CommandFailure } from './terminal.ts';

const text = readFileSync(new URL('../../tests/documents/notes.md', import.meta.url), 'utf8');
const plan = planOf(readDocument(sourceOf('notes.md', text)).service);

/** A limit of a kind that no part of the machine knows, whatever it comes to enforce. */
function unheardOf(name: string, line: number): LimitPlan {
  return { ...({ appliesTo: [], per: [], value: {} } as unknown as LimitPlan), name, kind: 'phase of the moon', line };
}

function refusal(of: Plan): string {
  try {
    refuseWhatCannotRun(of, 'notes.md', { host: '127.0.0.1' } as ServeOptions);
  } catch (error) {
    assert.ok(error instanceof CommandFailure);
    return error.message;
  }
  return '';
}

test('facts that nothing enforces are listed, each with its line, in the order of the document', () => {
  const limits = [unheardOf('full', 40), unheardOf('new', 7), ...plan.limits];
  const told = refusal({ ...plan, limits }).split('\n');
  assert.equal(told[0], 'notes.md states what nothing enforces yet, so it is not served:');
  const listed = told.filter((line) => line.startsWith('  notes.md:') && line.includes('phase of the moon'));
  assert.deepEqual(listed, [
    '  notes.md:7  the limit new of kind phase of the moon',
    '  notes.md:40  the limit full of kind phase of the moon',
  ]);
  assert.equal(told.at(-1), 'Nothing that is stated is ignored. Record these as not shown to run the rest.');
});
