import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, row, section, words } from './model.ts';
import { settlePage } from './settle.ts';

test('names that the page does not have are left out of a list, however many there are', () => {
  const endpoints = section();
  endpoints.tables.push({
    columns: ['Operation', 'Method', 'Path', 'Request', 'Response'],
    rows: [
      row({
        Operation: cell('look (handler)'),
        Method: cell('GET'),
        Path: cell('/a'),
        Request: cell(''),
        Response: cell('204'),
      }),
    ],
  });
  const scopes = section();
  const gone = Array.from({ length: 100 }, (_, index) => `delete Thing${index}`);
  scopes.tables.push(
    {
      columns: ['Scheme', 'Kind', 'Sent in'],
      rows: [row({ Scheme: cell('key'), Kind: cell('basic'), 'Sent in': cell('header Authorization: Basic') })],
    },
    {
      columns: ['Scope', 'Allows'],
      rows: [
        row({ Scope: cell('public'), Allows: { items: [...gone, 'look'].map((name) => words(name)), joint: ', ' } }),
        row({ Scope: cell('admin'), Allows: { items: gone.map((name) => words(name)), joint: ', ' } }),
      ],
    },
  );
  const reasons: string[] = [];
  const { text } = settlePage(
    {
      name: words('A'),
      summary: [],
      parts: [
        { part: 'endpoints', sections: [endpoints], notes: [] },
        { part: 'authentication', sections: [scopes], notes: [] },
      ],
    },
    (_, instead, why) => void reasons.push(`${instead}: ${why}`),
  );
  assert.ok(text.includes('| public | look |'), text);
  assert.ok(!text.includes('admin'), text);
  assert.ok(
    reasons.some((reason) => reason.includes('`delete Thing7` is not an operation')),
    reasons.join('\n'),
  );
});
