import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partTitles } from '../diff/report.ts';
import { createSource } from '../text/location.ts';
import { type Document, readDocument } from './index.ts';

/** A document of nine parts, read and checked; a part that is not given is recorded as not shown. */
export function documentOf(parts: Partial<Record<keyof typeof partTitles, string>>): Document {
  const texts = Object.entries(partTitles).map(([part, title]) => {
    return `## ${title}\n\n${parts[part as keyof typeof partTitles]?.trim() ?? 'Not shown.'}\n`;
  });
  return readDocument(createSource('small.md', `# Small\n\n${texts.join('\n')}`));
}

/** The codes of a document's problems, in the order of places. */
export function codesOf({ diagnostics }: Document): readonly string[] {
  return diagnostics.map(({ code }) => code).filter((code) => code !== 'markdown/missing-aspect');
}

/** The example of invoices, read and checked. */
export function invoices(): Document {
  const file = join(import.meta.dirname, '../../tests/documents/invoices.md');
  return readDocument(createSource('invoices.md', readFileSync(file, 'utf8')));
}
