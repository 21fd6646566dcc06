import { drawDiagrams } from '../describe/docs/diagram/draw.ts';
import { describeDocs } from '../describe/docs/index.ts';
import { buildWholePlanOf } from '../parts/plan/whole-version.ts';
import type { ServerContext } from './context.ts';

/** The answer of the request `nonet/documentation`: the page of a document, or why there is none. */
export type DocumentationResponse = { readonly html: string } | { readonly reason: string };

/** Registers the request `nonet/documentation`, which returns the documentation page of an open document, without examples. */
export function registerDocumentation({ connection, find }: ServerContext): void {
  connection.onRequest<DocumentationResponse, void>('nonet/documentation', async ({ uri }: { uri: string }) => {
    const document = find(uri);
    if (document === undefined) return { reason: 'This text is not a document of a service.' };
    const errors = document.diagnostics.filter(({ severity }) => severity === 'error').length;
    if (errors > 0)
      return {
        reason: `The document has ${errors === 1 ? '1 error' : `${errors} errors`}. The page appears when it has none.`,
      };
    const plan = buildWholePlanOf(document.service)!;
    const diagrams = await drawDiagrams(plan);
    return { html: describeDocs({ plan, ...(diagrams === undefined ? {} : { diagrams }) }) };
  });
}
