import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { documentText } from '../../../tests/support/document-text.fixture.ts';
import { readDocument } from '../../parts/index.ts';
import { buildWholePlanOf } from '../../parts/plan/whole-version.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { createSource } from '../../text/location.ts';
import { describePythonClient } from '../client/python/index.ts';
import { describeTypescriptClient } from '../client/typescript/index.ts';
import { describeJsonSchema } from '../json-schema/index.ts';
import { describeTools } from '../tools/index.ts';
import { describeWire } from './index.ts';

const notes = documentText('Notes', {
  resources: `### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| text | string | required |
| color | string | |`,
  endpoints: `| Operation | Path |
| --- | --- |
| create Note | /notes |
| update Note | /notes/{id} |`,
});

function planOf(name: string, text: string): WholePlan {
  return buildWholePlanOf(readDocument(createSource(name, text)).service)!;
}

test('an update takes null for a value that it may remove, in each description', () => {
  const plan = planOf('notes.md', notes);
  const { body } = describeWire(plan).operations.find(({ id }) => id === 'updateNote')!;
  assert.ok(body?.kind === 'object');
  assert.deepEqual(
    body.members
      .filter(({ isReadOnly }) => isReadOnly !== true)
      .map(({ name, optional, type }) => [name, optional, type.nullable === true]),
    [
      ['text', true, false],
      ['color', true, true],
    ],
  );
  const { properties } = describeJsonSchema(plan).$defs.NoteUpdate as { properties: Record<string, { type: unknown }> };
  assert.deepEqual([properties.text!.type, properties.color!.type], ['string', ['string', 'null']]);
  assert.match(
    describeTypescriptClient(plan),
    /UpdateNoteBody \{\n {2}readonly text\?: string;\n {2}readonly color\?: string \| null;/,
  );
  assert.match(describePythonClient(plan), /text: NotRequired\[str\]\n {4}color: NotRequired\[str \| None\]/);
});

test('the wire of a plan is described once', () => {
  const plan = planOf('notes.md', notes);
  assert.equal(describeWire(plan), describeWire(plan));
});

test('a tool sends the argument of a path that names a record through another', async () => {
  const file = new URL('../../../examples/conduit/conduit.md', import.meta.url);
  const { tools } = describeTools(planOf('conduit.md', readFileSync(file, 'utf8')));
  const tool = tools.find(({ operation }) => operation === 'list Comment')!;
  const targets: string[] = [];
  await tool.call({ article_slug: 'how to' }, async ({ target }) => {
    targets.push(target);
    return { status: 200, headers: new Headers(), text: '{}' };
  });
  assert.deepEqual(targets, ['/api/articles/how%20to/comments']);
});
