import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complete } from '../../src/language-service/completion.ts';
import { findReferences } from '../../src/language-service/references.ts';
import { listSymbols } from '../../src/language-service/symbols.ts';
import { readDocument } from '../../src/parts/index.ts';
import { createSource } from '../../src/text/location.ts';
import { chain } from '../serve/references/chain.fixture.ts';
import { orders } from '../serve/references/items.fixture.ts';

const documentOf = (text: string) => readDocument(createSource('service.md', text));

/** The labels that are offered after `typed` in the place of `words`. */
function offered(text: string, words: string, typed: string): readonly string[] {
  assert.ok(text.includes(words), words);
  const at = text.indexOf(words) + typed.length;
  const { candidates } = complete(documentOf(text.replace(words, typed)), at);
  return candidates.map(({ label }) => label);
}

test('fields are offered after each reference of a path, up to the last that it may follow', () => {
  const words = 'post.project.status == "active"';
  assert.ok(offered(chain, words, 'post.').includes('reviewer'));
  assert.ok(offered(chain, words, 'post.project.').includes('lead'));
  assert.ok(offered(chain, words, 'post.project.lead.').includes('nick'));
  assert.deepEqual(offered(chain, words, 'post.project.lead.team.'), []);
  assert.deepEqual(
    offered(chain, words, 'post.project.status == ').filter((label) => label.startsWith('"')),
    ['"active"', '"closed"'],
  );
});

test('the fields of items and of what they refer to are offered in macros', () => {
  const words = 'lines.all(l, l.product.price > 0)';
  assert.deepEqual(offered(orders, words, 'lines.all(l, l.'), ['product', 'quantity']);
  assert.ok(offered(orders, words, 'lines.all(l, l.product.').includes('maker'));
  assert.ok(offered(orders, words, 'lines.all(l, l.product.maker.').includes('open'));
  assert.ok(offered(orders, words, 'watchers.exists(w, w.').includes('open'));
  assert.ok(offered(orders, words, 'parts.all(p, p.lines.all(l, l.product.').includes('price'));
});

for (const [title, text, kind, name, newName, means] of [
  ['a field at the end', chain, 'field', 'owner', 'holder', /post\.project\.holder == caller\.id/],
  ['a reference on the way', chain, 'field', 'project', 'plan', /post\.plan\.team\.shop == caller\.shop/],
  ['a field of what items refer to', orders, 'field', 'price', 'cost', /lines\.all\(l, l\.product\.cost > 0\)/],
  ['a field of an item', orders, 'field', 'product', 'ware', /p\.lines\.all\(l, l\.ware\.maker\.open\)/],
] as const) {
  test(`${title} is renamed wherever paths read it`, () => {
    const document = documentOf(text);
    const symbol = listSymbols(document.service).find((one) => one.kind === kind && one.name === name)!;
    const { spans, conflicts } = findReferences(document, symbol, newName);
    assert.deepEqual(conflicts, []);
    let made: string = text;
    for (const { start, end } of spans.toReversed()) made = made.slice(0, start) + newName + made.slice(end);
    assert.deepEqual(
      documentOf(made).diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
    assert.match(made, means);
  });
}
