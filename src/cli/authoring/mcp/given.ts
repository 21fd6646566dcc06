import { readTextBelow } from '../../shared/read-text.ts';

/** The arguments of a tool that name a document. */
export const givenDocument = {
  file: { type: 'string', description: 'The path of the document, in the working folder' },
  text: { type: 'string', description: 'The text of the document, instead of a file' },
} as const;

/** Returns the text of a tool's arguments: `text`, else that of `file`. Throws an error if neither is given or the file cannot be read. */
export function readGiven({ file, text }: Readonly<Record<string, unknown>>): string {
  if (typeof text === 'string') return text;
  if (typeof file === 'string') return readTextBelow(file);
  throw new Error('Give the document: its path as "file", or its content as "text".');
}

/** Explains why what names a document is ambiguous, or names no file; undefined if it does. */
export function explainWrongDocument(given: unknown): string | undefined {
  const { file, text } = (given ?? {}) as Readonly<Record<string, unknown>>;
  if (file !== undefined && text !== undefined) return 'Give "file" or "text", not both.';
  return typeof file === 'string' && file.includes('\0') ? '"file" contains the character U+0000.' : undefined;
}
