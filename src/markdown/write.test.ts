import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { grammars } from '../parts/grammars.ts';
import { createSource } from '../text/location.ts';
import { recognizeDocument } from './recognise.ts';
import { format } from './write.ts';

const read = (text: string) => recognizeDocument(createSource('x.md', text), grammars);
const document = (name: string) => readFileSync(new URL(`../../tests/documents/${name}.md`, import.meta.url), 'utf8');

/** The canonical form leaves a cell that says none empty. */
const canonical = (text: string) => text.replaceAll('| — |', '| |');

for (const name of ['empty', 'invoices']) {
  test(`${name}.md is in its canonical form already, but for a dash that says none`, () => {
    assert.equal(format(read(document(name))), canonical(document(name)));
  });
}

test('titles, tables and fact lines come back as the language spells them, prose to the byte', () => {
  const text = document('invoices')
    .replace('## Errors', '##  7. eRRors  ##')
    .replace('- Body: problem details', '*   body :  problem\r\n    details')
    .replace('| Code | Status | Condition |', '|code|  STATUS|  Condition  |')
    .replace('| --- | --- | --- | --- | --- |\n| malformed', '|:-|-:|---|-|-|\n| malformed')
    .replace('| method not allowed | | |', '|  method  not allowed |—| |')
    .replace('### Idempotency', 'Odd   prose  \n<!-- kept  -->\n### IDEMPOTENCY');
  const content = read(text);
  assert.deepEqual(content.diagnostics.listed, []);
  const wanted = canonical(document('invoices')).replace(
    '### Idempotency',
    'Odd   prose\n\n<!-- kept  -->\n\n### Idempotency',
  );
  assert.equal(format(content), wanted);
});

test('what is read in another spelling comes back in that of the language', () => {
  const habits = document('invoices')
    .replace(
      '| email | email | required; unique with shop |',
      '| email | string or null | one of a, "b; c"; required |',
    )
    .replace('| each WebhookEndpoint at url where `shop == event.shop` |', '| `nats invoices` |')
    .replace('- Base URL:', '- Lists: `{ data, next } by cursor`; 25\n- Base URL:')
    .replace(/^- Order: .*$/m, '- Order: `-due_on`, `id`');
  const text = format(read(habits));
  assert.match(text, /^\| email \| one of a, "b; c" or null \| required \|/m);
  assert.match(text, /^- Lists: \{ data, next \} by cursor; 25$/m);
  assert.match(text, /^- Order: -due_on, id$/m);
  assert.match(text, /^\| webhook \| nats invoices \|/m);
  assert.equal(format(read(text)), text);
});

test('a short title of a part is read, and comes back whole', () => {
  const short = document('invoices').replace('## Resources and their fields', '## Resources');
  const content = read(short.replace('## States and transitions', '## 3. states'));
  assert.deepEqual(content.diagnostics.listed, []);
  assert.equal(format(content), canonical(document('invoices')));
});

test('a document with errors comes back as it is', () => {
  const text = '# A\n\n|broken\n';
  assert.equal(format(read(text)), text);
});

const spice = fc.constantFrom(
  '\n',
  '\n\n',
  ' ',
  '  ',
  '    ',
  '- ',
  '> ',
  '`',
  '\\',
  '#',
  '—',
  '\t',
  '<!-- x -->\n',
  '\n    code\n',
  '\n-    Contact: me\n',
  '\n   text\n',
  '\n### Notes\n',
  '1. ',
  '* ',
);
const places = fc.array(fc.tuple(fc.nat(), spice), { minLength: 1, maxLength: 4 });

test('formatting twice changes nothing, and a formatted document means the same', () => {
  let accepted = 0;
  for (const changes of fc.sample(places, { numRuns: 400, seed: 7 })) {
    let changed = document('invoices');
    for (const [at, words] of changes) {
      const place = at % changed.length;
      changed = changed.slice(0, place) + words + changed.slice(place);
    }
    const content = read(changed);
    if (content.diagnostics.listed.some((diagnostic) => diagnostic.severity === 'error')) continue;
    accepted += 1;
    const once = format(content);
    const again = read(once);
    assert.deepEqual(
      again.diagnostics.listed.map(({ code }) => code),
      content.diagnostics.listed.map(({ code }) => code),
      changed,
    );
    assert.deepEqual(
      again.aspects.map(({ status }) => status),
      content.aspects.map(({ status }) => status),
    );
    assert.equal(format(again), once);
  }
  assert.ok(accepted > 20, `${accepted} accepted`);
});
