import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sentencesOfComments, sentencesOfMessages, sentencesOfPages, type Written } from './support/sentences.ts';
import { stumbles } from './words/list.ts';

const update = process.env.UPDATE !== undefined;

/** A use of a wording of the list. */
interface Use {
  readonly file: string;
  readonly words: string;
  readonly write: string;
  readonly sentence: string;
}

function usesIn(written: readonly Written[]): readonly Use[] {
  return written.flatMap(({ file, sentences }) =>
    sentences.flatMap((sentence) =>
      stumbles.flatMap(({ found, write }) => {
        const words = found.exec(sentence)?.[0];
        return words === undefined ? [] : [{ file, words, write, sentence }];
      }),
    ),
  );
}

/** Reads how many uses a file still has: lines `<count> <file>`. */
function readAllowed(list: string): ReadonlyMap<string, number> {
  const lines = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 10)]));
}

/** Fails for files with more uses than their list allows; `UPDATE=1` lowers the counts of the list, and never raises one. */
function holdTo(name: string, written: readonly Written[]): void {
  assert.ok(written.length > 20 && written.some(({ sentences }) => sentences.length > 5), 'sentences were found');
  const list = join(import.meta.dirname, 'words', name);
  const allowed = readAllowed(list);
  const uses = Map.groupBy(usesIn(written), ({ file }) => file);
  if (update) {
    const lower = [...allowed].map(([file, count]) => [Math.min(count, uses.get(file)?.length ?? 0), file] as const);
    writeFileSync(
      list,
      lower
        .filter(([count]) => count > 0)
        .map(([count, file]) => `${count} ${file}\n`)
        .join(''),
    );
  }
  const beyond = [...uses].filter(([file, found]) => found.length > (allowed.get(file) ?? 0));
  assert.deepEqual(
    beyond.flatMap(([file, found]) =>
      found.map(({ words, write, sentence }) => `${file}: “${sentence.slice(0, 160)}” has “${words}”. Write: ${write}`),
    ),
    [],
  );
}

test('messages and help texts have no wording of the list', () => holdTo('messages.txt', sentencesOfMessages()));

test('pages have no wording of the list', () => holdTo('pages.txt', sentencesOfPages()));

test('comments have no wording of the list', () => holdTo('comments.txt', sentencesOfComments()));

test('each wording of the list is found in a sentence', () => {
  const wrong = [
    'A key that nobody holds is told to whoever asks.',
    '`x` is no Trigger.',
    'A name that is none of the list was due here.',
    'What is kept stays.',
    'The rows behind this one are worked out anew.',
  ];
  assert.deepEqual(
    wrong.map((sentence) => usesIn([{ file: 'x', sentences: [sentence] }]).length),
    [3, 1, 2, 1, 3],
  );
  const right = ['There is no record.', 'Run it behind a reverse proxy.', 'What is a gap?', 'A test stands for a use.'];
  assert.deepEqual(usesIn([{ file: 'x', sentences: right }]), []);
});
