import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Diagnostic } from '../src/diagnostics/diagnostic.ts';
import { formatDiagnosticJson } from '../src/diagnostics/json.ts';
import { formatDiagnostics } from '../src/diagnostics/terminal.ts';
import { format } from '../src/markdown/write.ts';
import { createLedger } from '../src/parts/gaps.ts';
import { buildPlan, type Document, readDocument } from '../src/parts/index.ts';
import { createSource, type Span, slice } from '../src/text/location.ts';
import { crumb, documents, mutated, spliced } from './support/any-document.ts';
import { runs } from './support/runs.ts';

/** What a problem says was found there, as it stands in the source: marks of code, backslashes and spaces aside. */
function plain(text: string): string {
  return text.replaceAll(/[\\`"“”{}\s]/g, '').toLowerCase();
}

/** Problems that say of a word that it is not known, or has not the form that is due, quote that very word. */
const quotesItsPlace = /\/(?:unknown-|[a-z-]+-form$)/;

function checkQuote(document: Document, diagnostic: Diagnostic): void {
  const quoted = Array.from(diagnostic.message.matchAll(/`([^`]+)`|"([^"]+)"/g), (found) =>
    plain(found[1] ?? found[2]!),
  );
  const found = plain(slice(document.source, diagnostic.span));
  if (!quotesItsPlace.test(diagnostic.code) || quoted.length === 0 || diagnostic.message.includes('…')) return;
  const isThere = plain(diagnostic.message).includes(found) || quoted.some((words) => found.includes(words));
  assert.ok(isThere, `${diagnostic.code}: ${diagnostic.message} is said of ${JSON.stringify(found)}`);
}

function checkPlace(text: string, { start, end }: Span): void {
  assert.ok(Number.isInteger(start) && Number.isInteger(end), `${start} to ${end}`);
  assert.ok(0 <= start && start <= end && end <= text.length, `${start} to ${end} of ${text.length}`);
}

/** Does with a text all that can be done with a document. */
function use(text: string): Document {
  const document = readDocument(createSource('any.md', text));
  const { source, service, diagnostics } = document;
  for (const diagnostic of diagnostics) {
    checkPlace(source.text, diagnostic.span);
    for (const { span } of diagnostic.also ?? []) checkPlace(source.text, span);
    checkQuote(document, diagnostic);
    assert.ok(diagnostic.message !== '' && diagnostic.note !== '');
  }
  for (const diagnostic of diagnostics.slice(0, 20)) {
    assert.doesNotMatch(
      formatDiagnostics(source, diagnostic),
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
    );
    const json = formatDiagnosticJson(source, diagnostic);
    assert.ok(json.line >= 1 && json.column >= 1 && json.endLine >= json.line);
  }
  const ledger = createLedger(service, document.gaps);
  assert.equal(ledger.aspects.length, 32);
  const { stated, none, notShown, missing } = ledger.counts;
  assert.equal(stated + none + notShown + missing, 32);
  assert.equal(typeof format(document.content), 'string');
  if (!diagnostics.some((diagnostic) => diagnostic.severity === 'error')) {
    const plan = buildPlan(service);
    assert.deepEqual(JSON.parse(JSON.stringify(plan)), plan);
  }
  return document;
}

test('a message may quote a word without its backslashes', () => {
  assert.ok(use('|\\\\|\r\n---\n').diagnostics.length > 0);
});

test('a heading of commas has items without words', () => {
  const codes = use('\n\n## States and transitions\n\n### , ').diagnostics.map(({ code }) => code);
  assert.equal(codes.filter((code) => code === 'markdown/empty-item').length, 1);
});

test('any bytes can be read, told of and formatted', () => {
  const decoder = new TextDecoder();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => void use(decoder.decode(bytes))),
    { numRuns: runs(300) },
  );
});

test('any Markdown can be read, told of and formatted', () => {
  fc.assert(
    fc.property(fc.array(crumb, { maxLength: 80 }), (pieces) => void use(pieces.join(''))),
    { numRuns: runs(1500) },
  );
});

test('a document with any change can be read, told of, and planned where it has no error', () => {
  let planned = 0;
  fc.assert(
    fc.property(mutated, (text) => {
      if (!use(text).diagnostics.some((diagnostic) => diagnostic.severity === 'error')) planned += 1;
    }),
    { numRuns: runs(700) },
  );
  assert.ok(planned > 1, `${planned} changed documents had no error`);
});

test('a word that every object knows is read as any other word, wherever it stands', () => {
  const known = fc.constantFrom('constructor', 'toString', '__proto__', 'valueOf');
  const words = documents.map((text) => ({ text, places: Array.from(text.matchAll(/[\w.-]+/g)) }));
  fc.assert(
    fc.property(fc.constantFrom(...words), fc.nat(), known, ({ text, places }, nth, word) => {
      const { index, 0: found } = places[nth % places.length]!;
      use(`${text.slice(0, index)}${word}${text.slice(index + found.length)}`);
    }),
    { numRuns: runs(300) },
  );
});

test('any two documents put together can be read, told of and formatted', () => {
  fc.assert(
    fc.property(spliced, (text) => void use(text)),
    { numRuns: runs(150) },
  );
});

test('the documents themselves have no error', () => {
  assert.ok(documents.length >= 3);
  for (const text of documents) {
    const errors = use(text).diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
    assert.deepEqual(errors, []);
  }
});
