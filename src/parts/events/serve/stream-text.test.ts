import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatEventBlock } from './stream-text.ts';

test('an event is its position, its kind and its text, and ends with an empty line', () => {
  assert.equal(formatEventBlock('7-0a', 'invoice.paid', '{"a":1}'), 'id: 7-0a\nevent: invoice.paid\ndata: {"a":1}\n\n');
});

test('each line of a text is a line of data, whatever ends it', () => {
  assert.equal(
    formatEventBlock('1', 'a', 'x\ny\rz\r\n\nw'),
    'id: 1\nevent: a\ndata: x\ndata: y\ndata: z\ndata: \ndata: w\n\n',
  );
});
