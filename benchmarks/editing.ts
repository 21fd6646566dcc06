import { readFileSync } from 'node:fs';
import { complete } from '../src/language-service/completion.ts';
import { highlight } from '../src/language-service/highlighting.ts';
import { listHints } from '../src/language-service/hints.ts';
import { hover } from '../src/language-service/hover.ts';
import { listLenses } from '../src/language-service/lenses.ts';
import { type Document, readDocument } from '../src/parts/index.ts';
import { createSource } from '../src/text/location.ts';

// How long the language server works for a key, in milliseconds of CPU of its thread: a text is typed into the middle of a document,
// one character at a time. `npm run bench:editing -- FILE` measures another document than the largest example.

const file = process.argv[2] ?? new URL('../examples/invoices/invoices.md', import.meta.url);
const text = readFileSync(file, 'utf8');
const marker = '\n## States and transitions';
const at = Math.max(text.indexOf(marker), 0);
const typed =
  '\n### Receipt\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | string | assigned |\n| total | integer | required |\n';

/** What an editor asks after each key. */
const questions: Readonly<Record<string, (document: Document, offset: number) => unknown>> = {
  diagnostics: () => undefined,
  completion: (document, offset) => complete(document, offset),
  hover: (document, offset) => hover(document, offset - 2),
  highlighting: (document) => highlight(document),
  'hints and lenses': (document) => [listHints(document), listLenses(document)],
};

const times = new Map(Object.keys(questions).map((name) => [name, [] as number[]]));

function measure<T>(name: string, work: () => T): T {
  const from = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(from);
  times.get(name)!.push((user + system) / 1000);
  return result;
}

for (let round = 0; round < 4; round++) {
  // The first round warms the compiler, as the first minute in an editor does.
  if (round === 1) for (const list of times.values()) list.length = 0;
  for (let length = 1; length <= typed.length; length++) {
    const source = createSource('x.md', text.slice(0, at) + typed.slice(0, length) + text.slice(at));
    const document = measure('diagnostics', () => readDocument(source));
    for (const [name, ask] of Object.entries(questions))
      if (name !== 'diagnostics') measure(name, () => ask(document, at + length));
  }
}

process.stdout.write(
  `${text.split('\n').length} lines, ${typed.length * 3} keys; milliseconds of CPU\n\n| After a key | Median | 95 % | Most |\n| --- | ---: | ---: | ---: |\n`,
);
for (const [name, list] of times) {
  const sorted = list.toSorted((a, b) => a - b);
  const cells = [0.5, 0.95, 1].map((part) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1),
  );
  process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
}
