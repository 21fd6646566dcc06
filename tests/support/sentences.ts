import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { literalsOf } from './literals.ts';

const root = resolve(import.meta.dirname, '../..');

/** A file of the repository and the sentences of it that people read. */
export interface Written {
  readonly file: string;
  readonly sentences: readonly string[];
}

const sources = (): readonly string[] =>
  globSync('{src,bin}/**/*.ts', { cwd: root })
    .filter((file) => !/\.(?:test|fixture|suite)\.ts$/.test(file))
    .sort();

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Returns the texts of messages and help: the literals of `src` that have three words or more, without SQL. */
export function sentencesOfMessages(): readonly Written[] {
  const threeWords = /\p{L}[^\s]*\s+\S+\s+\S/u;
  const sql = /^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|WITH)\b/;
  return sources().map((file) => {
    const texts = literalsOf(read(file)).map(({ pieces }) => pieces.join('…'));
    return { file, sentences: texts.filter((text) => threeWords.test(text) && !sql.test(text)).flatMap(toSentences) };
  });
}

/** Returns the sentences of the pages, generated ones included, without their code. */
export function sentencesOfPages(): readonly Written[] {
  const files = globSync(['*.md', 'docs/**/*.md', 'benchmarks/**/*.md'], {
    cwd: root,
    exclude: ['**/node_modules/**', 'benchmarks/data/**'],
  });
  return files.sort().map((file) => {
    const prose = read(file)
      .replaceAll(/^( *)(```+)[^\n]*\n[\s\S]*?^ *\2 *$/gm, '\n')
      .replaceAll(/`+[^`\n]+`+/g, '`…`')
      .replaceAll(/\]\([^)]*\)|\b[a-z]+\/[a-z-]+\b/g, ' ')
      .replaceAll(/^#+ /gm, '');
    return { file, sentences: prose.split(/\n\s*\n|\n(?=[-*|] |\d+\. )|\|/).flatMap(toSentences) };
  });
}

/** Returns the sentences of the comments of `src`. */
export function sentencesOfComments(): readonly Written[] {
  return sources().map((file) => {
    const comments = read(file).match(/^\s*(?:\/\/.*(?:\n\s*\/\/.*)*|\/\*[\s\S]*?\*\/)/gm) ?? [];
    const texts = comments.map((comment) =>
      comment.replaceAll(/^\s*(?:\/\*+|\*\/|\*|\/\/)|\*\/$/gm, ' ').replaceAll(/`[^`\n]+`/g, '`…`'),
    );
    return { file, sentences: texts.flatMap(toSentences) };
  });
}

function toSentences(text: string): readonly string[] {
  const folded = text.replaceAll(/\s+/g, ' ').trim();
  return folded === '' ? [] : folded.split(/(?<=[.!?:]) (?=[\p{Lu}`*[])/u);
}
