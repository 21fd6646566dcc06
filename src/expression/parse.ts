import { Environment, type ASTNode as Node, ParseError } from '@marcbachmann/cel-js';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { locateSlice, type SourceText, type Span } from '../text/location.ts';
import { diagnostics, mostDepth, mostNodes } from './diagnostics.ts';
import { convert } from './parse/convert.ts';
import { type Rewritten, rewrite } from './parse/rewrite.ts';
import { measure, type Syntax } from './parse/syntax.ts';
import { scan, type Token } from './parse/tokens.ts';
import { checkWords } from './parse/wording.ts';

const limits = {
  maxAstNodes: 4 * mostNodes,
  maxDepth: 8 * mostDepth,
  maxListElements: 4 * mostNodes,
  maxMapEntries: 4 * mostNodes,
  maxCallArguments: 4 * mostNodes,
};
let library: Environment | undefined;

/**
 * Reads an expression: CEL, with `and`, `or` and `not`, as far as the language has it. Never throws; without `ast`
 * there is at least one problem. Spans lie in the source document, backslashes that were removed taken into account.
 */
export function parseExpression(words: SourceText): { readonly ast?: Syntax; readonly diagnostics: Diagnostic[] } {
  const tokens = scan(words.text);
  if (tokens.length === 0) return { diagnostics: [diagnostics.empty(words.span)] };
  const place = (from: number, to: number): Span => locateSlice(words, from, to);
  const found = checkWords(tokens, place);
  if (found.length > 0) return { diagnostics: found };
  const text = rewrite(tokens, words.text.length);
  const parsed = parseText(text.text);
  if (parsed instanceof ParseError) return { diagnostics: [explain(parsed, text, tokens, place)] };
  const ast = convert(parsed, {
    span: (from, to) => place(text.offsets[from]!, text.offsets[to - 1]! + 1),
    diagnostics: found,
    text: text.text,
  });
  if (found.length > 0) return { diagnostics: found };
  const { nodes, depth } = measure(ast);
  if (nodes > mostNodes) return { diagnostics: [diagnostics['too-large'](words.span)] };
  if (depth > mostDepth) return { diagnostics: [diagnostics['too-deep'](words.span)] };
  return { ast, diagnostics: [] };
}

function parseText(text: string): Node | ParseError {
  try {
    library ??= new Environment({ limits });
    return library.parse(text).ast;
  } catch (error) {
    if (error instanceof ParseError) return error;
    throw error;
  }
}

function explain(
  error: ParseError,
  text: Rewritten,
  tokens: readonly Token[],
  place: (from: number, to: number) => Span,
): Diagnostic {
  const offset = text.offsets[Math.min(error.range?.start ?? 0, text.offsets.length - 1)]!;
  const index = tokens.findIndex((token) => token.end > offset);
  const token = tokens[index];
  const last = tokens[tokens.length - 1]!;
  const span = token === undefined ? place(last.start, last.end) : place(token.start, token.end);
  const quoted = token === undefined ? 'the end of the expression' : `\`${token.text}\``;
  const before = tokens[token === undefined ? tokens.length - 1 : index - 1];
  switch (error.code) {
    case 'limit_exceeded':
      return error.summary.includes('maxDepth') ? diagnostics['too-deep'](span) : diagnostics['too-large'](span);
    case 'reserved_identifier':
      return diagnostics['reserved-name'](span, token?.text ?? '', `record.${token?.text ?? ''}`);
    case 'invalid_macro_argument':
      return diagnostics['macro-variable'](span, token?.text ?? '', 'it is not a plain name');
    case 'invalid_number':
    case 'invalid_integer':
    case 'invalid_hex_integer':
      return diagnostics['bad-number'](span, token?.text ?? '');
    case 'unexpected_token':
      return diagnostics.syntax(span, quoted, `a value${describePrecedingToken(before)}`);
    case 'expected_token':
      return diagnostics.syntax(
        span,
        quoted,
        `${describeExpected(error.summary)}${describePrecedingToken(before)}`,
        getLowercaseOperator(token),
      );
    case 'unexpected_character':
      return diagnostics.syntax(
        span,
        quoted,
        `an operator${describePrecedingToken(before)}`,
        getLowercaseOperator(token),
      );
    default:
      return diagnostics.syntax(span, quoted, `a valid string (${error.summary})`);
  }
}

function describePrecedingToken(before: Token | undefined): string {
  return before === undefined ? '' : ` after \`${before.text}\``;
}

function describeExpected(summary: string): string {
  if (summary.includes('Expected IDENTIFIER')) return 'a name';
  if (summary.includes('Expected COLON')) return '`:`';
  return 'an operator, a comma or a closing bracket';
}

function getLowercaseOperator(token: Token | undefined): string | undefined {
  const word = token?.text.toLowerCase();
  return word === 'and' || word === 'or' || word === 'not' || word === 'in' ? word : undefined;
}
