import { drawDiagrams } from '../../src/describe/docs/diagram/draw.ts';
import { type DocsInput, describeDocs } from '../../src/describe/docs/index.ts';
import type { Document } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { explainErrors } from './documents.ts';
import type { Documentation } from './protocol.ts';

/** Writes the documentation page of a document, with the examples that were played, if any. */
export async function describeDocument(document: Document, played: unknown): Promise<Documentation> {
  const reason = explainErrors(document, 'The page changes when it has none.');
  if (reason !== undefined) return { reason };
  const plan = buildWholePlanOf(document.service)!;
  const diagrams = await drawDiagrams(plan);
  const examples = played as DocsInput['played'];
  const html = describeDocs({
    plan,
    ...(diagrams === undefined ? {} : { diagrams }),
    ...(examples === undefined ? {} : { played: examples }),
  });
  return { html };
}
