import { type Document, readDocument } from '../../src/parts/index.ts';
import { createSource } from '../../src/text/location.ts';

/** The name of the document in messages, and of its file in a project. */
export const documentName = 'document.md';

let last: Document | undefined;

/** Reads a text, or returns the document of the text that was read last. */
export function read(text: string): Document {
  if (last?.source.text !== text) last = readDocument(createSource(documentName, text));
  return last;
}

/** Returns the sentence about the errors of a document; undefined for one without. */
export function explainErrors({ diagnostics }: Document, then: string): string | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return errors === 0 ? undefined : `The document has ${errors === 1 ? '1 error' : `${errors} errors`}. ${then}`;
}
