import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDocument } from '../../../parts/index.ts';
import { createSource } from '../../../text/location.ts';
import { composeDocument } from './compose.ts';
import { askForService } from './questions.ts';

/** Answers the questions with lines, and returns the document and the problems that were reported. */
async function write(
  ...lines: readonly string[]
): Promise<{ text: string; problems: string[]; errors: string[]; gaps: number }> {
  const problems: string[] = [];
  const left = [...lines];
  const answers = await askForService('Notes', {
    ask: async () => left.shift() ?? '',
    report: (problem) => problems.push(problem),
  });
  const text = composeDocument(answers);
  const { diagnostics, service } = readDocument(createSource('notes.md', text));
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  const gaps = service.aspects.filter(({ status }) => status === 'not shown').length;
  assert.equal(service.aspects.filter(({ status }) => status === 'missing').length, 0, 'each gap is recorded');
  return { text, problems, errors, gaps };
}

describe('nonet new', () => {
  it('records everything as not shown without an answer', async () => {
    const { text, errors, gaps } = await write();
    assert.deepEqual([errors, gaps], [[], 32]);
    assert.equal(text.match(/^Not shown\.$/gm)?.length, 9);
  });

  it('writes exactly what was answered', async () => {
    const states = ['draft, published', 'published', 'publish: draft > published'];
    const fields = ['id: integer: assigned', 'text: string: required; 1..200 characters', 'status: state', ''];
    const { text, errors, problems } = await write(
      'Keeps notes.',
      'Note',
      ...fields,
      ...states,
      '/notes',
      'create, read, publish',
      'yes',
      'key',
      'header X-Api-Key',
    );
    assert.deepEqual([errors, problems], [[], []]);
    assert.match(text, /^\| text \| string \| required; 1\.\.200 characters \|$/m);
    assert.match(text, /^\| draft \| publish \| published \|$/m);
    assert.match(text, /^\| create Note \| \/notes \| `Note` \| 201 `Note` \|$/m);
    assert.match(text, /^\| publish Note \| \/notes\/\{id\}\/publish \| \| 200 `Note` \|$/m);
    assert.match(text, /^\| key \| api key \| header X-Api-Key \|$/m);
  });

  it('invents no path, shape or header', async () => {
    const { text } = await write('', 'Note', 'id: integer: assigned', '', '', 'read', '', 'key', '');
    assert.match(text, /^\| read Note \| not shown \| \| not shown \|$/m);
    assert.match(text, /^\| key \| api key \| not shown \|$/m);
  });

  it('reports a wrong answer and asks again', async () => {
    const { text, problems, errors } = await write(
      '',
      'note',
      'Note',
      'id',
      'id: integr',
      'id: integer: assigned',
      '',
      'notes',
      '/notes/',
      'read, burn',
      'read',
      'no',
      'yes',
      'all',
      'public',
    );
    assert.deepEqual(errors, []);
    assert.deepEqual(
      problems.map((problem) => problem.replace(/\. .*/s, '.')),
      [
        'note is not a name of a resource.',
        'Write the field and its type, such as id: string',
        'Unknown type `integr`.',
        'A path begins with /.',
        'burn is not one of create, read, list, update, replace, delete.',
        'Answer yes, or press Enter.',
        'Answer public or key.',
      ],
    );
    assert.match(text, /^\| read Note \| \/notes\/\{id\} \| \| 200 `Note` \|$/m);
    assert.match(text, /^\| public \| all \|$/m);
  });
});
