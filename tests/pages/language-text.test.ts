import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { functionNames } from '../../src/expression/reserved.ts';
import { columnTexts } from '../../src/language-service/words.generated.ts';
import { schemeNames } from '../../src/parts/authentication/schemes/index.ts';
import { conditions } from '../../src/parts/errors/conditions/index.ts';
import { deliveryNames } from '../../src/parts/events/deliveries/index.ts';
import { grammars } from '../../src/parts/grammars.ts';
import { readDocument } from '../../src/parts/index.ts';
import { limitKindNames } from '../../src/parts/limits/kinds/index.ts';
import { formats } from '../../src/parts/resources/formats/index.ts';
import { constraintWords } from '../../src/parts/resources/read/constraint-words.ts';
import { createSource } from '../../src/text/location.ts';

const text = readFileSync(new URL('../../docs/language.txt', import.meta.url), 'utf8');

/** Estimates the tokens of a language model: seven letters, three digits or a run of other marks each. */
function estimateTokens(words: string): number {
  const pieces = words.match(/\p{L}+|\p{N}+|[^\p{L}\p{N}\s]+/gu) ?? [];
  return pieces.reduce((sum, piece) => sum + Math.ceil(piece.length / (/\p{L}/u.test(piece) ? 7 : 3)), 0);
}

describe('docs/language.txt', () => {
  it('has at most 33 KB and less than 8,900 tokens', () => {
    assert.ok(Buffer.byteLength(text) <= 33 * 1024, `${Buffer.byteLength(text)} bytes`);
    const count = estimateTokens(text);
    assert.ok(count > 3000 && count < 8900, `${count}`);
  });

  it('contains two documents that have no mistake', () => {
    const documents = [...text.matchAll(/```md\n([\s\S]*?)\n```/g)].map(([, document]) => document!);
    assert.equal(documents.length, 2);
    for (const document of documents) {
      const { diagnostics } = readDocument(createSource('example.md', document));
      assert.deepEqual(
        diagnostics.map(({ message }) => message),
        [],
      );
    }
  });

  it('cuts no sentence', () => {
    assert.doesNotMatch(text, /[\p{L}\p{N},;)]…/u);
  });

  it('is written from pages whose tables explain every line', () => {
    const lines = grammars.flatMap(({ part, facts }) => facts.map(({ name }) => `${part}/${name}`));
    assert.ok(lines.length > 15);
    assert.deepEqual(
      lines.filter((line) => columnTexts[line] === undefined),
      [],
    );
  });

  it('names every part, aspect, column, line and word', () => {
    const columns = grammars.flatMap(({ tables }) =>
      tables.flatMap((table) => table.columns.map(({ title }) => title)),
    );
    const lines = grammars.flatMap(({ facts }) => facts.map(({ name }) => `- ${name}:`));
    const aspects = grammars.flatMap((grammar) => grammar.aspects.map(({ name }) => name));
    const words = [formats, conditions].flatMap((all) => all.map(({ name }) => name));
    const expected = [
      ...grammars.map(({ number, title }) => `## ${number}. ${title}`),
      ...[
        columns,
        lines,
        aspects,
        words,
        schemeNames,
        deliveryNames,
        limitKindNames,
        constraintWords,
        functionNames,
      ].flat(),
    ];
    const plain = text.replaceAll(/\s+/g, ' ');
    assert.ok(expected.length > 200);
    assert.deepEqual(
      expected.filter((word) => !plain.includes(word)),
      [],
    );
  });
});
