import type * as lsp from 'vscode-languageserver';
import type { Candidate } from '../language-service/completion/candidate.ts';
import { complete } from '../language-service/completion.ts';
import type { Document } from '../parts/index.ts';
import { toRange } from './convert.ts';
import { completionKinds } from './kinds.ts';
import type { Sdk } from './sdk.ts';

/** Lists the completions at an offset as items of the protocol, in the order of the candidates. */
export function listCompletions({ lsp: sdk }: Sdk, document: Document, offset: number): lsp.CompletionItem[] {
  const { replace, candidates } = complete(document, offset);
  const range = toRange(document.source, replace);
  const unique = new Map<string, Candidate>();
  for (const candidate of candidates) if (!unique.has(candidate.label)) unique.set(candidate.label, candidate);
  return [...unique.values()].map((candidate, at) => {
    const { label, kind, detail, documentation, insert } = candidate;
    return {
      label,
      kind: sdk.CompletionItemKind[completionKinds[kind]],
      sortText: String(at).padStart(4, '0'),
      filterText: label,
      insertTextFormat: insert === undefined ? sdk.InsertTextFormat.PlainText : sdk.InsertTextFormat.Snippet,
      textEdit: { range, newText: insert === undefined ? label : toSnippet(insert) },
      ...(detail === undefined ? {} : { detail }),
      ...(documentation === undefined
        ? {}
        : { documentation: { kind: sdk.MarkupKind.Markdown, value: documentation } }),
      ...(kind === 'table' || insert?.includes('$0') === true
        ? { command: { title: 'Complete', command: 'editor.action.triggerSuggest' } }
        : {}),
    };
  });
}

/** Escapes what a snippet would read as its own syntax, except the mark of the cursor. */
function toSnippet(text: string): string {
  return text.replace(/[\\}]|\$(?!0)/g, '\\$&');
}
