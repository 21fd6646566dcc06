import { spawnSync } from 'node:child_process';
import * as modules from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Source, Span } from '../../text/location.ts';

/** Why Node cannot run a module, and where. */
export interface SyntaxFault {
  readonly span: Span;
  readonly why: string;
}

/** Returns the first place of a module that Node cannot parse as TypeScript, or whose types it cannot strip. Runs nothing. */
export function findSyntaxFault(source: Source): SyntaxFault | undefined {
  try {
    // Bun has no such function: it reports the syntax when it imports the module.
    modules.stripTypeScriptTypes?.(source.text);
    return undefined;
  } catch (error) {
    const why = describeSyntaxError(error);
    if (why === undefined) throw error;
    return { span: locateCharacter(source, parseStackPosition(error as Error)), why };
  }
}

/**
 * Returns the first place of a module that Node cannot parse: as TypeScript, or as the JavaScript that is left without its types, such as
 * a name that is declared twice, or a decorator. A process of its own parses that, so this costs some 50 ms. Runs nothing.
 */
export function parseFault(source: Source): SyntaxFault | undefined {
  const fault = findSyntaxFault(source);
  if (fault !== undefined || modules.stripTypeScriptTypes === undefined) return fault;
  // Types are replaced by spaces: every place stays.
  const input = modules.stripTypeScriptTypes(source.text);
  const parsed = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], { input, encoding: 'utf8' });
  const stack = /^\[stdin\]:\d+$[\s\S]*/m.exec(parsed.output[2] ?? '')?.[0];
  const why = stack === undefined ? undefined : /^SyntaxError: (.+)$/m.exec(stack)?.[1];
  if (stack === undefined || why === undefined) return undefined;
  return { span: locateCharacter(source, parseStackPosition({ name: 'SyntaxError', message: why, stack })), why };
}

function locateCharacter(source: Source, { line, column }: ReturnType<typeof parseStackPosition>): Span {
  const begin = source.lines[line - 1] ?? 0;
  const end = source.lines[line] ?? source.text.length;
  const text = source.text.slice(begin, end).trimEnd();
  const start = begin + Math.min(measureUnitsBefore(text, column), Math.max(0, text.length - 1));
  return { start, end: Math.min(start + 1, source.text.length) };
}

/** Returns where an error was thrown while a module was read or run: `words.ts:3:26`; undefined where it does not tell. */
export function formatErrorLocation(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const stack = error.stack ?? '';
  if (describeSyntaxError(error) !== undefined) {
    const [file = ''] = stack.split('\n', 1);
    return `${basename(file)}:${parseStackPosition(error).column}`;
  }
  const frame = /(file:\/\/[^\s?]+)\?nonet=\d+:(\d+)(?::(\d+))?/.exec(stack);
  if (frame === null) return undefined;
  const [, url = '', line, column = 1] = frame;
  return `${basename(fileURLToPath(url))}:${line}:${column}`;
}

/** Returns the words for an error of TypeScript's syntax; undefined where it is another error. */
export function describeSyntaxError(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_INVALID_TYPESCRIPT_SYNTAX') return message;
  if (code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') return undefined;
  const what = message.replace(/^TypeScript (.+) is not supported in strip-only mode$/, 'an $1 cannot be stripped');
  const article = /^an [^aeio]/.test(what) ? what.replace(/^an /, 'a ') : what;
  return `Node runs TypeScript by stripping its types, and ${article.replace(/\.$/, '')}`;
}

/**
 * The line and column that the head of a stack shows: `:2`, some lines of the source, and carets below the one at fault. A fault
 * at the end of a file has no carets.
 */
function parseStackPosition({ stack = '' }: Error): { readonly line: number; readonly column: number } {
  const [head = '', ...shown] = stack.split('\n');
  const line = /:(\d+)$/.exec(head)?.[1];
  const carets = shown.find((shownLine) => /^\s*\^+$/.test(shownLine));
  return { line: Number(line ?? 1), column: carets === undefined ? 1 : carets.indexOf('^') + 1 };
}

/** A tab is shown as four spaces. */
function measureUnitsBefore(text: string, column: number): number {
  let shown = 1;
  let at = 0;
  for (; at < text.length && shown < column; at++) shown += text[at] === '\t' ? 4 : 1;
  return at;
}
