import { spawnSync } from 'node:child_process';
import * as modules from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Source, Span } from '../../../text/location.ts';

/** A syntax error of a module. */
export interface SyntaxFault {
  readonly span: Span;
  readonly why: string;
}

/** The module that exhausted Node's parser: it parses no other module in this process then. */
let exhausting: string | undefined;

/**
 * Returns the first syntax error of a module, or the first type syntax that Node cannot strip. Runs nothing. After a module that
 * exhausted the parser it finds no faults in other modules.
 */
export function findSyntaxFault(source: Source): SyntaxFault | undefined {
  if (exhausting !== undefined) return source.text === exhausting ? createExhausted(source) : undefined;
  try {
    // Bun has no such function: it reports the syntax when it imports the module.
    modules.stripTypeScriptTypes?.(source.text);
    return undefined;
  } catch (error) {
    const why = describeSyntaxError(error);
    if (why !== undefined) return { span: locateCharacter(source, parseStackPosition(error as Error)), why };
    exhausting = source.text;
    return createExhausted(source);
  }
}

function createExhausted({ text }: Source): SyntaxFault {
  return {
    span: { start: 0, end: Math.min(1, text.length) },
    why: "Node's parser fails on it, as on code that is nested too deeply",
  };
}

/**
 * Returns the first syntax error of a module, in its TypeScript or in the JavaScript without its types, such as a duplicate
 * declaration or a decorator. Starts a process that parses the JavaScript, which takes some 50 ms. Runs nothing.
 */
export function parseFault(source: Source): SyntaxFault | undefined {
  const fault = findSyntaxFault(source);
  if (fault !== undefined || exhausting !== undefined || modules.stripTypeScriptTypes === undefined) return fault;
  // Types are replaced by spaces, so locations stay the same.
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

/** Returns where an error was thrown while a module was loaded: `words.ts:3:26`; undefined if its stack does not say. */
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

/** Returns the message of a TypeScript syntax error; undefined for any other error. */
export function describeSyntaxError(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_INVALID_TYPESCRIPT_SYNTAX') return message;
  if (code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') return undefined;
  const syntax = /^TypeScript (.+) is not supported in strip-only mode$/.exec(message)?.[1];
  const what = syntax === undefined ? message : `an ${syntax} cannot be stripped`;
  const article = /^an [^aeio]/.test(what) ? what.replace(/^an /, 'a ') : what;
  return `Node runs TypeScript by stripping its types, and ${article.replace(/\.$/, '')}`;
}

/**
 * Parses the line and column from the head of a stack: `:2`, some source lines, and carets below the error. An error at the end
 * of a file has no carets.
 */
function parseStackPosition({ stack = '' }: Error): { readonly line: number; readonly column: number } {
  const [head = '', ...shown] = stack.split('\n');
  const line = /:(\d+)$/.exec(head)?.[1];
  const carets = shown.find((shownLine) => /^\s*\^+$/.test(shownLine));
  return { line: Number(line ?? 1), column: carets === undefined ? 1 : carets.indexOf('^') + 1 };
}

/** Converts a column of a stack, where a tab is four spaces, to UTF-16 units. */
function measureUnitsBefore(text: string, column: number): number {
  let shown = 1;
  let at = 0;
  for (; at < text.length && shown < column; at++) shown += text[at] === '\t' ? 4 : 1;
  return at;
}
