import type { Connection } from 'vscode-languageserver/node';
import type { Sdk } from './sdk.ts';

/** The parameter that a request has next to the document, by the function that registers its handler. */
const needs: Readonly<Record<string, 'position' | 'range' | undefined>> = {
  ...{
    onDocumentSymbol: undefined,
    onFoldingRanges: undefined,
    onDocumentFormatting: undefined,
    onCodeLens: undefined,
  },
  ...{ onCompletion: 'position', onHover: 'position', onDefinition: 'position', onImplementation: 'position' },
  ...{ onReferences: 'position', onPrepareRename: 'position', onRenameRequest: 'position' },
  ...{ onDocumentOnTypeFormatting: 'position', onCodeAction: 'range' },
};

/** The notifications that change texts, by the function that registers their handler: each with what it lacks. */
const changes: Readonly<Record<string, (params: unknown) => string | undefined>> = {
  onDidOpenTextDocument: explainWrongOpening,
  onDidChangeTextDocument: explainWrongChange,
};

/** Objects of a connection that register handlers of their own by `on`. */
const groups: readonly (string | symbol)[] = ['languages', 'semanticTokens', 'inlayHint'];

type Handler = (params: unknown, ...more: readonly unknown[]) => unknown;

/**
 * Returns a connection that answers requests without a document, or without a position or range where one is due, with invalid params.
 * It ignores changes of texts that it cannot read, and reports that to the editor.
 */
export function createCheckedConnection(sdk: Sdk, connection: Connection): Connection {
  return check(sdk, connection, needs, (why) => connection.console.warn(why));
}

function check<T extends object>(sdk: Sdk, target: T, known: typeof needs, warn: (why: string) => void): T {
  const { ResponseError, ErrorCodes } = sdk.lsp;
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name);
      if (groups.includes(name))
        return check(sdk, member as object, { on: name === 'inlayHint' ? 'range' : undefined }, warn);
      if (typeof member === 'function' && Object.hasOwn(changes, name))
        return (handler: Handler) =>
          member.call(target, (params: unknown) => {
            const wrong = changes[String(name)]!(params);
            return wrong === undefined ? handler(params) : warn(wrong);
          });
      if (typeof member !== 'function' || !Object.hasOwn(known, name)) return member;
      return (handler: Handler) =>
        member.call(target, (params: unknown, ...more: readonly unknown[]) => {
          const wrong = explainWrongParams(params, known[String(name)]);
          return wrong === undefined ? handler(params, ...more) : new ResponseError(ErrorCodes.InvalidParams, wrong);
        });
    },
  });
}

function explainWrongParams(params: unknown, need: 'position' | 'range' | undefined): string | undefined {
  const { textDocument, position, range } = toObject(params);
  if (typeof toObject(textDocument).uri !== 'string') return 'The parameter textDocument.uri must be a string.';
  if (need === 'position' && !isPosition(position))
    return 'The parameter position must have a line and a character, each an integer from 0.';
  const { start, end } = toObject(range);
  if (need === 'range' && !(isPosition(start) && isPosition(end)))
    return 'The parameter range must have a start and an end, each with a line and a character.';
  return undefined;
}

function explainWrongOpening(params: unknown): string | undefined {
  const { uri, text, version } = toObject(toObject(params).textDocument);
  if (typeof uri === 'string' && typeof text === 'string' && Number.isInteger(version)) return undefined;
  return 'A text was not opened: textDocument must have a uri, a text and a version.';
}

function explainWrongChange(params: unknown): string | undefined {
  const { textDocument, contentChanges } = toObject(params);
  const { uri, version } = toObject(textDocument);
  const fits =
    typeof uri === 'string' &&
    Number.isInteger(version) &&
    Array.isArray(contentChanges) &&
    contentChanges.every((change) => {
      const { text, range } = toObject(change);
      const { start, end } = toObject(range);
      return typeof text === 'string' && (range === undefined || (isPosition(start) && isPosition(end)));
    });
  return fits ? undefined : 'A text was not changed: each change must have a text, and a range or none.';
}

function isPosition(value: unknown): boolean {
  const { line, character } = toObject(value);
  return [line, character].every((each) => Number.isInteger(each) && Number(each) >= 0);
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
