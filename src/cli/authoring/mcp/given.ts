import { type Document, readDocument } from '../../../parts/index.ts';
import { createSource } from '../../../text/location.ts';
import { openDocument } from '../../shared/document.ts';

/** Reads the document of a tool's arguments: `file` or `text`. Throws an error if neither is given or the file cannot be read. */
export function openGiven({ file, text }: Readonly<Record<string, unknown>>): Document {
  if (typeof text === 'string') return readDocument(createSource('document.md', text));
  if (typeof file === 'string') return openDocument(file);
  throw new Error('Give the document: its path as "file", or its content as "text".');
}
