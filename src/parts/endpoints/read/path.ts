import type { Cell } from '../../../markdown/cells/cell.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { locateSlice, type Name, type SourceText } from '../../../text/location.ts';
import { diagnostics } from '../diagnostics.ts';
import type { OperationModel, PathSegment } from '../model.ts';

const outside = /[^A-Za-z0-9\-._~!$&'()*+,;=:@%{}/]/u;

/** Reads the cell Path: its text and its segments. */
export function readPath(cell: Cell, context: ParseContext): OperationModel['path'] {
  if (cell.kind !== 'value') return undefined;
  const [first, second] = cell.text.tokens;
  const words = first?.kind === 'code' && second === undefined ? first.words : cell.text.words;
  const { text } = words;
  const before = context.diagnostics.length;
  if (text.includes('{base_url}')) {
    const bare = text.replace('{base_url}', '');
    context.diagnostics.push(diagnostics['path-base'](words.span, bare.replace(/^\/*/, '/')));
    return undefined;
  }
  if (!text.startsWith('/')) {
    const path = /^https?:\/\/[^/]*(\/.*)$/.exec(text)?.[1];
    const suggestion = path ?? (/^[A-Za-z0-9{]/.test(text) && !text.includes(' ') ? `/${text}` : undefined);
    context.diagnostics.push(diagnostics['path-start'](words.span, text, suggestion));
    return undefined;
  }
  checkCharacters(words, context);
  const segments = readSegments(words, context);
  return context.diagnostics.length > before ? undefined : { text, segments, span: words.span };
}

function checkCharacters(words: SourceText, context: ParseContext): void {
  const found = outside.exec(words.text);
  if (found !== null) {
    const [char] = found;
    const encoded =
      char === '?' || char === '#' || (/[\uD800-\uDFFF]/.test(char) && char.length === 1)
        ? undefined
        : encodeURIComponent(char);
    const span = locateSlice(words, found.index, found.index + char.length);
    context.diagnostics.push(diagnostics['path-character'](span, char, encoded));
  }
  const percent = /%(?![0-9A-Fa-f]{2})/.exec(words.text);
  if (percent !== null) {
    context.diagnostics.push(
      diagnostics['path-character'](locateSlice(words, percent.index, percent.index + 1), '%', '%25'),
    );
  }
}

function readSegments(words: SourceText, context: ParseContext): readonly PathSegment[] {
  const pieces = words.text.slice(1).split('/');
  const segments: PathSegment[] = [];
  const seen = new Set<string>();
  let from = 1;
  pieces.forEach((text, index) => {
    const to = from + text.length;
    const span = locateSlice(words, from, to);
    if (text === '' && index < pieces.length - 1) {
      context.diagnostics.push(diagnostics['path-empty-segment'](locateSlice(words, from - 1, from + 1)));
    } else if (!/[{}]/.test(text)) {
      segments.push({ kind: 'fixed', text, span });
    } else {
      const inside = /^\{([^{}]*)\}$/.exec(text)?.[1];
      if (inside === undefined) context.diagnostics.push(diagnostics['path-segment'](span, text));
      else {
        const names = parseDottedNames(words, from + 1, inside);
        if (names === undefined) context.diagnostics.push(diagnostics['placeholder-form'](span, inside));
        else if (seen.has(inside)) context.diagnostics.push(diagnostics['duplicate-placeholder'](span, inside));
        else segments.push({ kind: 'placeholder', names, span });
        seen.add(inside);
      }
    }
    from = to + 1;
  });
  // Cut to its length: pushing has left room in it, which a hundred thousand paths cannot spare.
  return segments.slice();
}

function parseDottedNames(words: SourceText, at: number, inside: string): readonly Name[] | undefined {
  const names: Name[] = [];
  let from = at;
  for (const value of inside.split('.')) {
    if (value === '' || value === '__proto__') return undefined;
    names.push({ value, span: locateSlice(words, from, from + value.length) });
    from += value.length + 1;
  }
  return names.length > 2 ? undefined : names.slice();
}
