import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSource } from '../../../text/location.ts';
import { findSyntaxFault, parseFault } from './syntax.ts';

const module = (text: string) => createSource('words.ts', text);

// In this order: after the second test this process parses no module.
test('a syntax error of a module is found at its place', () => {
  assert.equal(findSyntaxFault(module('export const words: string[] = [];')), undefined);
  assert.equal(findSyntaxFault(module('export const words: = [];'))?.span.start, 20);
  assert.match(parseFault(module('enum Colour { red }'))?.why ?? '', /enum/);
});

test('a module that is nested too deeply for the parser is a fault of its own, and of no other module', () => {
  const deep = module(`const words = ${'['.repeat(20_000)}${']'.repeat(20_000)};`);
  for (const find of [findSyntaxFault, parseFault, findSyntaxFault]) {
    assert.deepEqual(find(deep), {
      span: { start: 0, end: 1 },
      why: "Node's parser fails on it, as on code that is nested too deeply",
    });
    assert.equal(find(module('export const words: string[] = [];')), undefined);
  }
});
