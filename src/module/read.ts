import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Name, Source, Span } from '../text/location.ts';
import { diagnostics } from './diagnostics.ts';
import { type Token, tokenizeModule } from './tokens.ts';

/** The names of a module's handlers and hooks, with their locations. */
export interface ModuleModel {
  readonly handlers: readonly Name[];
  /** The handlers whose value is `unwritten`. */
  readonly unwritten: readonly Name[];
  readonly before: readonly Name[];
  readonly within: readonly Name[];
  readonly after: readonly Name[];
  readonly computed: readonly Name[];
}

/** Reads the text of a module: its default export is one call of `implement` with literal keys. Runs nothing, never throws. */
export function readModule(source: Source): {
  readonly model?: ModuleModel;
  readonly diagnostics: readonly Diagnostic[];
} {
  const read = tokenizeModule(source.text);
  if ('stopped' in read) return { diagnostics: [diagnostics.unreadable(read.stopped, read.why)] };
  const found: Diagnostic[] = [];
  const cursor: Cursor = { tokens: read.tokens, at: 0, diagnostics: found, end: source.text.length };
  const at = findDefaultExport(read.tokens);
  if (at === -1) return { diagnostics: [diagnostics['no-default']({ start: 0, end: 0 })] };
  cursor.at = at;
  if (!enterCall(cursor)) return { diagnostics: [diagnostics['not-implement'](locateCursor(cursor))] };
  const groups: Record<Group, readonly Name[]> = { before: [], within: [], after: [], computed: [] };
  const handlers: Name[] = [];
  const unwritten: Name[] = [];
  readProperties(cursor, (name, isProperty) => {
    if (!isGroup(name.value)) {
      handlers.push(name);
      if (isProperty && isWord(cursor, 'unwritten')) unwritten.push(name);
      return false;
    }
    if (!isProperty || !isMark(cursor, '{')) {
      found.push(diagnostics['hooks-object'](name.span, name.value));
      return false;
    }
    const names: Name[] = [];
    cursor.at++;
    readProperties(cursor, (inner) => {
      names.push(inner);
      return false;
    });
    groups[name.value] = names;
    return true;
  });
  if (isMark(cursor, ',')) cursor.at++;
  if (!isMark(cursor, ')')) found.push(diagnostics['not-implement'](locateCursor(cursor)));
  return { model: { handlers, unwritten, ...groups }, diagnostics: found };
}

type Group = 'before' | 'within' | 'after' | 'computed';

function isGroup(name: string): name is Group {
  return name === 'before' || name === 'within' || name === 'after' || name === 'computed';
}

interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
  readonly diagnostics: Diagnostic[];
  readonly end: number;
}

function isMark({ tokens, at }: Cursor, text: string): boolean {
  return tokens[at]?.kind === 'mark' && tokens[at]!.text === text;
}

/** Whether the value at the cursor is one word. */
function isWord({ tokens, at }: Cursor, text: string): boolean {
  return tokens[at]?.kind === 'word' && tokens[at]!.text === text && /^[,}]$/.test(tokens[at + 1]?.text ?? '');
}

function locateCursor({ tokens, at, end }: Cursor): Span {
  return tokens[at]?.span ?? { start: end, end };
}

/** Returns the index after `export default`, or −1. */
function findDefaultExport(tokens: readonly Token[]): number {
  const at = tokens.findIndex(
    (token, i) => token.kind === 'word' && token.text === 'export' && tokens[i + 1]?.text === 'default',
  );
  return at === -1 ? -1 : at + 2;
}

/** Moves the cursor after `implement<…>()({` or `implement<…>({`. */
function enterCall(cursor: Cursor): boolean {
  const { tokens } = cursor;
  if (tokens[cursor.at]?.kind !== 'word' || tokens[cursor.at]!.text !== 'implement') return false;
  cursor.at++;
  if (isMark(cursor, '<')) skipAngles(cursor);
  if (isMark(cursor, '(') && tokens[cursor.at + 1]?.text === ')') cursor.at += 2;
  if (!isMark(cursor, '(') || tokens[cursor.at + 1]?.text !== '{') return false;
  cursor.at += 2;
  return true;
}

function skipAngles(cursor: Cursor): void {
  let depth = 0;
  for (; cursor.at < cursor.tokens.length; cursor.at++) {
    if (isMark(cursor, '<')) depth++;
    if (isMark(cursor, '>') && --depth === 0) {
      cursor.at++;
      return;
    }
  }
}

/** Reads the members of an object, from after its `{` to after its `}`. `take` returns whether it has consumed the value. */
function readProperties(cursor: Cursor, take: (name: Name, isProperty: boolean) => boolean): void {
  while (cursor.at < cursor.tokens.length && !isMark(cursor, '}')) {
    const name = readKey(cursor);
    if (name === undefined) {
      cursor.diagnostics.push(diagnostics['literal-keys'](locateCursor(cursor)));
      skipValue(cursor);
    } else {
      const isProperty = isMark(cursor, ':');
      if (isProperty) cursor.at++;
      if (!take(name, isProperty)) {
        if (!isProperty) skipSignature(cursor);
        skipValue(cursor);
      }
    }
    if (isMark(cursor, ',')) cursor.at++;
  }
  cursor.at++;
}

const modifiers = new Set(['async', 'get', 'set', 'static']);
const afterKey = new Set(['(', ':', ',', '}', '<']);

/** Reads the literal key of a member and moves after it; undefined if it is computed or spread. */
function readKey(cursor: Cursor): Name | undefined {
  const { tokens } = cursor;
  const next = (): Token | undefined => tokens[cursor.at + 1];
  while (
    (tokens[cursor.at]?.kind === 'word' &&
      modifiers.has(tokens[cursor.at]!.text) &&
      !afterKey.has(next()?.text ?? ',')) ||
    isMark(cursor, '*')
  ) {
    cursor.at++;
  }
  const token = tokens[cursor.at];
  if (token?.kind !== 'word' && token?.kind !== 'string') return undefined;
  cursor.at++;
  return { value: token.text, span: token.span };
}

/** Goes over the type parameters, the parameters and the type of a method's result, up to its body. */
function skipSignature(cursor: Cursor): void {
  if (isMark(cursor, '<')) skipAngles(cursor);
  if (!isMark(cursor, '(')) return;
  skipBrackets(cursor);
  if (!isMark(cursor, ':')) return;
  cursor.at++;
  let angles = 0;
  for (let wanted = true; cursor.at < cursor.tokens.length; ) {
    const token = cursor.tokens[cursor.at]!;
    if (token.kind === 'mark' && token.text === '{' && !wanted && angles === 0) return;
    if (token.text === '<') angles++;
    if (token.text === '>') angles--;
    wanted = token.kind === 'mark' && ['|', '&', '=>', '<', ',', ':'].includes(token.text);
    if (token.kind === 'mark' && '([{'.includes(token.text)) skipBrackets(cursor);
    else cursor.at++;
  }
}

/** Moves from an opening bracket to after its end: brackets are known to be paired. */
function skipBrackets(cursor: Cursor): void {
  let depth = 0;
  for (; cursor.at < cursor.tokens.length; cursor.at++) {
    const token = cursor.tokens[cursor.at]!;
    if (token.kind !== 'mark') continue;
    if ('([{'.includes(token.text)) depth++;
    else if (')]}'.includes(token.text) && --depth === 0) {
      cursor.at++;
      return;
    }
  }
}

/** Skips a value, up to the comma or bracket after it. */
function skipValue(cursor: Cursor): void {
  while (cursor.at < cursor.tokens.length && !isMark(cursor, ',') && !isMark(cursor, '}') && !isMark(cursor, ')')) {
    const token = cursor.tokens[cursor.at]!;
    if (token.kind === 'mark' && '([{'.includes(token.text)) skipBrackets(cursor);
    else if (isMark(cursor, '<') && opensTypeArguments(cursor)) skipAngles(cursor);
    else cursor.at++;
  }
}

/** Whether a `<` opens the types of a call or of an arrow function, and compares nothing. */
function opensTypeArguments({ tokens, at }: Cursor): boolean {
  let depth = 0;
  for (let i = at; i < tokens.length; i++) {
    const { kind, text } = tokens[i]!;
    if (kind === 'mark' && text === '<') depth++;
    else if (kind === 'mark' && text === '>') {
      if (--depth === 0) return tokens[i + 1]?.text === '(';
    } else if (kind === 'mark' && !['.', ',', '|', '&', '[', ']', '{', '}', ':', '?', ';', '='].includes(text))
      return false;
    else if (kind !== 'mark' && kind !== 'word' && kind !== 'string') return false;
  }
  return false;
}
