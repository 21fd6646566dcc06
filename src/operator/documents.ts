import { formatDiagnostics } from '../diagnostics/terminal.ts';
import { compareServices, type Differences } from '../parts/compare.ts';
import { buildPlan, buildWholePlan, type Document, readDocument } from '../parts/index.ts';
import type { Plan } from '../plan/plan.ts';
import { createSource } from '../text/location.ts';

/** Reads and checks the text of a document. Never throws: `diagnostics` has each mistake with its location. */
export function read(text: string, name = 'document.md'): Document {
  return readDocument(createSource(name, text));
}

/** The options of a plan. */
export interface PlanOptions {
  /**
   * Also what only people and tools read: meanings, prose, source texts, and what HTTP carries between clients and each operation, as
   * `nonet plan` prints it. Default: `false`. A service ignores it, and the digest is the same.
   */
  readonly whole?: boolean;
}

/** Returns what a service of the document runs. Throws an error that shows every diagnostic if the document has errors. */
export function plan(document: Document, { whole = false }: PlanOptions = {}): Plan {
  const errors = document.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (errors.length === 0) return whole ? buildWholePlan(document.service) : buildPlan(document.service);
  throw new Error(errors.map((diagnostic) => formatDiagnostics(document.source, diagnostic)).join('\n'));
}

/**
 * Compares two documents: every difference, its class for what clients send and for what they get, what it exposes, and how the
 * rows of Changes in the newer one fit. Throws an error that shows every diagnostic where one of them has errors.
 */
export function compare(old: Document, now: Document): Differences {
  return compareServices({ service: old.service, plan: plan(old) }, { service: now.service, plan: plan(now) });
}

/** Reads a document from its text, or from the path of its file (one line that ends in `.md` or `.markdown`). */
export async function loadDocument(document: string): Promise<Document> {
  if (document.includes('\n') || !/\.(md|markdown)$/i.test(document)) return read(document);
  const { readRegularFile } = await import('./files/read-file.ts');
  try {
    return read(readRegularFile(document).toString('utf8'), document);
  } catch (error) {
    throw new Error(`${document} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
