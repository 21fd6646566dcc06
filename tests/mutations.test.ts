import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { test } from 'node:test';
import type { Diagnostic } from '../src/diagnostics/diagnostic.ts';
import { checkDocument, readDocument, readParts } from '../src/parts/index.ts';
import { createSource, getLineNumber, type Source } from '../src/text/location.ts';
import { type MeantPlace, meantPlaces } from './support/places.ts';
import { root } from './support/process.ts';

const documents = ['tests/documents/empty.md', 'tests/documents/invoices.md', 'examples/invoices/invoices.md'];

/** The three slips at one character: another one, none, twice. */
function slips(text: string, at: number): readonly { readonly name: string; readonly text: string }[] {
  const letter = text[at]!;
  const other = letter === 'q' ? 'j' : 'q';
  return [
    { name: 'changed', text: `${text.slice(0, at)}${other}${text.slice(at + 1)}` },
    { name: 'left out', text: `${text.slice(0, at)}${text.slice(at + 1)}` },
    { name: 'doubled', text: `${text.slice(0, at)}${letter}${text.slice(at)}` },
  ];
}

const units = ['second', 'minute', 'hour', 'day', 'week'];

/** The words that a document defines or the language has: a slip that makes one of these still makes sense. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set([...units, ...(text.toLowerCase().match(/[\w.:-]+/g) ?? [])]);
}

/** The words that have had all their slips, each with what it is there: again in that role, a word has one in its middle. */
const whole = new Set<string>();

/** Every slip at every place, however often its word stands in the same role. */
const everySlip = env.NONET_EVERY_SLIP !== undefined;
/**
 * The characters of the first word of a role that have their slips: each one, or the first, the middle and the last one and each that
 * is no letter or digit. They reach the same code.
 */
const everyCharacter = everySlip || env.NONET_THOROUGH === '1';

function charactersOf(text: string, { start, end }: MeantPlace['span']): readonly number[] {
  const all = Array.from({ length: end - start }, (_, i) => start + i);
  if (everyCharacter) return all;
  const few = [start, (start + end) >> 1, end - 1];
  return all.filter((at) => few.includes(at) || /[^\w ]/.test(text[at]!));
}

function slipsAt(
  text: string,
  { what, span }: MeantPlace,
): readonly { readonly name: string; readonly text: string }[] {
  const role = `${what}: ${text.slice(span.start, span.end)}`;
  if (whole.has(role) && !everySlip) return slips(text, (span.start + span.end) >> 1).slice(0, 1);
  whole.add(role);
  const all = charactersOf(text, span).flatMap((at) => slips(text, at));
  return [...new Map(all.map((slip) => [slip.text, slip])).values()];
}

function unseen(file: string, text: string, place: MeantPlace, known: ReadonlySet<string>): string[] {
  const line = getLineNumber(createSource(file, text), place.span);
  const missed: string[] = [];
  for (const slip of slipsAt(text, place)) {
    const end = place.span.end + slip.text.length - text.length;
    const word = slip.text.slice(place.span.start, end);
    if (stillMeans(place, text, word, known)) continue;
    if (!isSeen(createSource(file, slip.text), line))
      missed.push(`${file}:${line} ${place.what}: "${word}" (${slip.name})`);
  }
  return missed;
}

/** Whether a document has an error on a line: of its form, or else, since that takes far longer, of what it says. */
function isSeen(source: Source, line: number): boolean {
  const parts = readParts(source);
  const isThere = ({ severity, span }: Diagnostic): boolean =>
    severity === 'error' && getLineNumber(source, span) === line;
  const isMalformed = parts.diagnostics.listed.some(isThere);
  return isMalformed || checkDocument(source, parts).diagnostics.some(isThere);
}

/** What the language itself allows: spaces add up, a delimiter may be longer, letter case may differ, another known word. */
function stillMeans(place: MeantPlace, text: string, word: string, known: ReadonlySet<string>): boolean {
  const before = text.slice(place.span.start, place.span.end);
  const folded = word.trim().replaceAll(/ +/g, ' ').toLowerCase();
  if (folded === before.toLowerCase()) return true;
  if (place.what === 'gap sentence')
    return word.replaceAll(/ ?([,:]) ?/g, '$1') === before.replaceAll(/([,:]) /g, '$1');
  if (place.what === 'delimiter') return /^:?-+:?$/.test(word);
  return known.has(folded);
}

const slipped = new Set<string>();

for (const file of documents) {
  const seen = new Set<string>();
  const text = readFileSync(join(root, file), 'utf8');
  const lines = text.split('\n');
  test(`a slip of one character in ${file} is an error on its line`, () => {
    const document = readDocument(createSource(file, text));
    assert.deepEqual(
      document.diagnostics.filter((diagnostic) => diagnostic.severity === 'error'),
      [],
    );
    const all = meantPlaces(document);
    assert.ok(all.length > 8, `only ${all.length} places were found`);
    // A line that stands in a document before this one has had its slips there.
    const lineAt = (place: MeantPlace): string => lines[getLineNumber(document.source, place.span) - 1]!;
    const places = all.filter((place) => !slipped.has(lineAt(place)));
    for (const place of places) seen.add(lineAt(place));
    const known = wordsOf(text);
    assert.deepEqual(
      places.flatMap((place) => unseen(file, text, place, known)),
      [],
    );
    for (const line of seen) slipped.add(line);
  });
}
