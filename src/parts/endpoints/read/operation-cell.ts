import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { splitItems, toPlainString } from '../../../markdown/cells/cell-text.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { type SessionVerb, type StandardKind, sessionVerbs, standardKinds } from '../../../plan/kinds.ts';
import type { Name, Span } from '../../../text/location.ts';
import { isName, toValidName } from '../../../text/names.ts';
import { findNearest } from '../../../text/nearest.ts';
import { present } from '../../../text/present.ts';
import { diagnostics } from '../diagnostics.ts';
import type { OperationName } from '../model.ts';
import { notForCode } from '../words.ts';

const notForNames = new Set(['all', 'any', 'before', 'within', 'after', 'computed', '__proto__']);

/** Reads the cell Operation by its form alone: one name, or verbs and the resource of them all (`create, list Note`). */
export function readNames(cell: Cell, context: ParseContext): readonly OperationName[] | undefined {
  if (cell.kind !== 'value') return undefined;
  const items = splitItems(cell.text, ',');
  if (items.length === 1) {
    const name = readName(cell.text, context);
    return name === undefined ? undefined : [name];
  }
  const last = items.at(-1)!;
  const before = context.diagnostics.length;
  const name = last.tokens.length === 0 ? undefined : readName(last, context);
  if (context.diagnostics.length > before) return undefined;
  const verbs = items.slice(0, -1);
  const wrong = verbs.find(({ tokens }) => tokens.length !== 1 || !isName(tokens[0]!.text, 'lower'));
  if (name?.resource === undefined || name.code || name.as !== undefined || wrong !== undefined) {
    const found = wrong ?? (last.tokens.length === 0 ? cell.text : last);
    context.diagnostics.push(diagnostics['operation-list'](found.span, toPlainString(found)));
    return undefined;
  }
  const { resource } = name;
  const listed = verbs.map(({ span, tokens }): OperationName => {
    const verb = tokens[0]!.text;
    return { text: `${verb} ${resource.value}`, verb, resource, code: false, span };
  });
  return listed.every(({ verb, span }) => !notForNames.has(verb) || checkVerb(verb, span, context))
    ? [...listed, name]
    : undefined;
}

function readName(cell: CellText, context: ParseContext): OperationName | undefined {
  const tokens = [...cell.tokens];
  const wrong = (suggestion?: string): undefined => {
    context.diagnostics.push(diagnostics['operation-form'](cell.span, toPlainString(cell), suggestion));
    return undefined;
  };
  const [alone] = tokens;
  if (tokens.length === 1 && alone?.kind === 'code' && alone.text.includes(' ')) return wrong(alone.text);
  const asAt = tokens.findIndex((token, index) => index > 0 && token.kind === 'word' && token.text === 'as');
  const behind = asAt === -1 ? [] : tokens.splice(asAt).slice(1);
  const code =
    tokens.length >= 3 &&
    tokens
      .slice(-3)
      .map((token) => token.text)
      .join('') === '(handler)';
  if (code) tokens.splice(-3);
  const words = tokens.map((token) => token.text);
  if (tokens.length === 0 || tokens.some((token) => token.kind === 'mark')) return wrong();
  const parts = parseNameParts(words, code);
  if (parts === undefined) {
    const suggestion = suggestOperationName(words, code);
    const given = behind.map((token) => token.text).join(' ');
    return wrong(suggestion && (isName(given, 'lower') ? `${suggestion} as ${given}` : suggestion));
  }
  let as: Name | undefined;
  if (asAt !== -1) {
    const span = behind[0] === undefined ? cell.span : { start: behind[0].span.start, end: cell.span.end };
    as = readAs(behind.map((token) => token.text).join(' '), span, context);
    if (as === undefined) return undefined;
  }
  if (parts.standard === undefined && notForNames.has(parts.verb) && !checkVerb(parts.verb, tokens[0]!.span, context)) {
    return undefined;
  }
  if (code && notForCode.has(parts.verb)) {
    context.diagnostics.push(diagnostics['reserved-verb'](tokens[0]!.span, parts.verb));
    return undefined;
  }
  const last = tokens[tokens.length - 1]!;
  return {
    text: as?.value ?? words.join(' '),
    verb: parts.verb,
    ...(parts.resource === undefined ? {} : { resource: { value: parts.resource, span: last.span } }),
    ...present({ standard: parts.standard, session: parts.session }),
    code: code || parts.session !== undefined,
    ...present({ as }),
    span: cell.span,
  };
}

interface Parts {
  readonly verb: string;
  readonly resource?: string;
  readonly standard?: StandardKind;
  readonly session?: SessionVerb;
}

function parseNameParts(words: readonly string[], code: boolean): Parts | undefined {
  const [verb = '', resource] = words;
  const standard = standardKinds.find((text) => text === words.join(' '));
  if (standard !== undefined) return code ? undefined : { verb, standard };
  const [last = ''] = words.slice(-1);
  const session = sessionVerbs.find((text) => `${text} ${last}` === words.join(' '));
  // A handler may be called `refresh Feed`.
  const isHandler = code && session === 'refresh';
  if (session !== undefined && isName(last, 'upper') && !isHandler)
    return code ? undefined : { verb: session, session, resource: last };
  if (!isName(verb, 'lower') || words.length > 2) return undefined;
  if (resource === undefined) return code ? { verb } : undefined;
  return isName(resource, 'upper') ? { verb, resource } : undefined;
}

function suggestOperationName(words: readonly string[], code: boolean): string | undefined {
  const near = findNearest(words.join(' '), standardKinds);
  if (near !== undefined) return near;
  const session = /^log_?(in|out)$/i.exec(words.slice(0, -1).join('_'))?.[1]?.toLowerCase();
  const who = toValidName(words.at(-1) ?? '', 'upper');
  if (session !== undefined && who !== undefined) return `log ${session} ${who}`;
  const signIn = /^((?:start|begin)_)?sign_?(?:in|on)$/i.exec(words.slice(0, -1).join('_').replaceAll('-', '_'));
  if (signIn !== null && who !== undefined) return `${signIn[1] === undefined ? '' : 'start '}sign in ${who}`;
  const mark = code ? ' (handler)' : '';
  if (words.length < 2)
    return words.length === 1 && isName(words[0]!, 'lower') && !code && !notForCode.has(words[0]!)
      ? `${words[0]} (handler)`
      : undefined;
  const verb = toValidName(words.slice(0, -1).join('_'), 'lower');
  const resource = toValidName(words[words.length - 1]!, 'upper');
  return verb === undefined || resource === undefined ? undefined : `${verb} ${resource}${mark}`;
}

function readAs(found: string, span: Span, context: ParseContext): Name | undefined {
  if (!isName(found, 'lower')) {
    const near = toValidName(found, 'lower');
    context.diagnostics.push(
      diagnostics['name-form'](span, found, near === undefined || notForNames.has(near) ? undefined : near),
    );
    return undefined;
  }
  return checkVerb(found, span, context) ? { value: found, span } : undefined;
}

function checkVerb(name: string, span: Span, context: ParseContext): boolean {
  if (!notForNames.has(name)) return true;
  context.diagnostics.push(diagnostics['reserved-name'](span, name));
  return false;
}
