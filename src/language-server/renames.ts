import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { describeTypes, isTypes } from '../describe/types/index.ts';
import { findCodeReferences } from '../language-service/code/references.ts';
import { findPlan } from '../language-service/explanation.ts';
import { findReferences } from '../language-service/references.ts';
import { listSameNames } from '../language-service/symbols.ts';
import { type Document, readDocument } from '../parts/index.ts';
import { createSource, getLineNumber, type Span } from '../text/location.ts';
import type { ServerContext } from './context.ts';
import { toRange, toTextEdits } from './convert.ts';
import { findSymbolAt, type SymbolAtPosition } from './symbols.ts';
import { toTypesUri } from './workspace.ts';

/** Registers the renaming of a name in a document, in its module and in its generated types. */
export function registerRenames(context: ServerContext): void {
  const { sdk, connection } = context;
  connection.onPrepareRename((params) => {
    const found = findSymbolAt(context, params);
    return found === undefined
      ? null
      : { range: toRange(found.at.source, found.at.span), placeholder: found.symbol.name };
  });
  connection.onRenameRequest((params) => {
    const found = findSymbolAt(context, params);
    if (found === undefined) return null;
    const { document, module, symbol } = found;
    const { spans, conflicts } = findReferences(document.document, symbol, params.newName);
    if (conflicts.length > 0) {
      const reason = `${symbol.name} cannot be renamed to ${params.newName}: ${conflicts[0]}`;
      return new sdk.lsp.ResponseError(sdk.lsp.ErrorCodes.InvalidRequest, reason);
    }
    const { source, service } = document.document;
    const changes: Record<string, TextEdit[]> = {
      [document.uri]: toTextEdits(
        source,
        spans.map((span) => ({ span, text: params.newName })),
      ),
    };
    const code = listSameNames(service, symbol).map((one) => findCodeReferences(module?.text, service, one));
    const places = [...new Map(code.flatMap((one) => one.places).map((place) => [place.span.start, place])).values()];
    const known = new Set(places.map(({ span }) => span.start));
    const unclear = code.flatMap((one) => one.unclear).filter(({ start }) => !known.has(start));
    if (places.length > 0) {
      const edits = places.map(({ span, write }) => ({ span, text: write(params.newName) }));
      changes[module!.uri] = toTextEdits(module!.source, edits);
    }
    Object.assign(changes, renewTypes(context, found, rewrite(document.document, spans, params.newName)));
    if (unclear.length > 0) {
      const message = describeUnclear(found, unclear);
      void connection.sendNotification('window/showMessage', { type: sdk.lsp.MessageType.Warning, message });
    }
    return { changes } satisfies WorkspaceEdit;
  });
}

function rewrite({ source }: Document, spans: readonly Span[], name: string): string {
  let text = source.text;
  for (const { start, end } of spans.toReversed()) text = text.slice(0, start) + name + text.slice(end);
  return text;
}

/** Returns the edit that regenerates the types, if they were generated from the document as it is. */
function renewTypes(
  { readText }: ServerContext,
  { document }: SymbolAtPosition,
  text: string,
): Record<string, TextEdit[]> {
  const uri = toTypesUri(document.uri);
  const written = readText(uri);
  const plan = findPlan(document.document);
  if (written === undefined || plan === undefined || !isTypes(written)) return {};
  const types = createSource(uri, written);
  const old = withoutHead(describeTypes(plan));
  const renamed = findPlan(readDocument(createSource(document.document.source.name, text)));
  if (renamed === undefined || withoutHead(written) !== old) return {};
  const start = written.indexOf('\n');
  const renewed = describeTypes(renamed);
  const edit = { span: { start, end: written.length }, text: renewed.slice(renewed.indexOf('\n')) };
  return { [uri]: toTextEdits(types, [edit]) };
}

/** The types without their first line, which names the file of the document. */
function withoutHead(types: string): string {
  return types.slice(types.indexOf('\n'));
}

function describeUnclear({ module, symbol }: SymbolAtPosition, unclear: readonly Span[]): string {
  const lines = [...new Set(unclear.map((span) => getLineNumber(module!.source, span)))];
  const file = decodeURIComponent(module!.uri.replace(/^.*\//, ''));
  const list = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
  return `${file}, ${list}: \`${symbol.name}\` was left unchanged because its meaning is not certain. Check whether it needs the new name.`;
}
