import type { ParseContext } from '../../../markdown/content.ts';
import { type SourceText, sliceSourceText } from '../../../text/location.ts';
import { diagnostics } from '../diagnostics.ts';
import type { TemplateModel } from '../model.ts';

/** Reads a text of one or several lines. `{` begins an expression, and `\{` is a brace. A brace without its partner is a diagnostic. */
export function readTemplate(lines: readonly SourceText[], context: ParseContext): TemplateModel | undefined {
  const [first] = lines;
  if (first === undefined) return undefined;
  const pieces: (string | SourceText)[] = [];
  const write = (text: string): void => {
    const last = pieces.at(-1);
    if (typeof last === 'string') pieces[pieces.length - 1] = last + text;
    else if (text !== '') pieces.push(text);
  };
  for (const [at, line] of lines.entries()) {
    if (at > 0) write('\n');
    readLine(line, write, (cel) => pieces.push(cel), context);
  }
  return { pieces, span: { start: first.span.start, end: lines.at(-1)!.span.end } };
}

function readLine(
  line: SourceText,
  write: (text: string) => void,
  add: (cel: SourceText) => void,
  { diagnostics: found }: ParseContext,
): void {
  const { text } = line;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '{') {
      write(text.slice(from, at));
      const end = findEnd(text, at);
      const cel = sliceSourceText(line, at + 1, end ?? text.length);
      const isEmpty = cel.text.trim() === '';
      if (end !== undefined && !isEmpty) add(cel);
      else {
        const all = sliceSourceText(line, at, end === undefined ? text.length : end + 1);
        found.push(diagnostics['email-brace'](all.span, all.text, end === undefined ? 'open' : 'empty'));
      }
      if (end === undefined) return;
      at = end;
      from = end + 1;
    }
  }
  write(text.slice(from));
}

/** Returns the place of the brace that ends an expression. Braces in its strings and maps are part of it. */
function findEnd(text: string, open: number): number | undefined {
  let depth = 0;
  let quote: string | undefined;
  for (let at = open; at < text.length; at++) {
    const sign = text[at]!;
    if (quote !== undefined) {
      if (sign === '\\') at++;
      else if (sign === quote) quote = undefined;
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at;
  }
  return undefined;
}
