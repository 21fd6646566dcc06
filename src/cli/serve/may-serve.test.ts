import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CommandError } from '../../operator/command-error.ts';
import { buildPlan, readDocument } from '../../parts/index.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { createSource } from '../../text/location.ts';
import { refuseWhatCannotRun } from './may-serve.ts';
import type { ServeOptions } from './options.ts';

const text = readFileSync(new URL('../../../tests/documents/notes.md', import.meta.url), 'utf8');
const plan = buildPlan(readDocument(createSource('notes.md', text)).service);

/** An operation of a kind that no part of the machine knows, whatever it comes to enforce. */
function unheardOf(name: string, line: number): OperationPlan {
  return { ...plan.operations[0]!, name, line, kind: 'moonrise' } as unknown as OperationPlan;
}

function refusal(of: Plan): string {
  try {
    refuseWhatCannotRun(of, 'notes.md', { host: '127.0.0.1' } as ServeOptions);
  } catch (error) {
    assert.ok(error instanceof CommandError);
    return error.message;
  }
  return '';
}

test('facts that nothing enforces are listed, each with its line, in the order of the document', () => {
  const operations = [unheardOf('rise', 40), unheardOf('set', 7), ...plan.operations];
  const told = refusal({ ...plan, operations }).split('\n');
  assert.equal(told[0], 'notes.md states rules that Nonet cannot enforce, so it is not served:');
  const listed = told.filter((line) => /^ {2}notes\.md:(?:7|40) {2}the operation (?:rise|set)$/.test(line));
  assert.deepEqual(listed, ['  notes.md:7  the operation set', '  notes.md:40  the operation rise']);
  assert.equal(told.at(-1), 'Nonet never ignores a stated rule. To serve the rest, record these as not shown.');
});
