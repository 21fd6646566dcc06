import type { Cell, CellText } from '../../markdown/cells/cell.ts';
import { plainText, splitItems } from '../../markdown/cells/cell-text.ts';
import type { ContentRow, ContentTable, PartContent, Reading } from '../../markdown/content.ts';
import { durationOf } from '../../text/duration.ts';
import { type Name, type Placed, spanIn, type Words } from '../../text/location.ts';
import { isName, nameFrom } from '../../text/names.ts';
import { distance } from '../../text/nearest.ts';
import type { NotShown } from '../not-shown.ts';
import type { AuthenticationModel, SchemeModel, ScopeModel } from './model.ts';
import { problems } from './problems.ts';
import { readCaller } from './read/caller.ts';
import { readCarriedIn } from './read/carried-in.ts';
import { schemeKind } from './schemes/index.ts';

/** Reads the part Authentication: its schemes, scopes and the attributes of callers, each mistake at its place. */
export function read(content: PartContent, reading: Reading): AuthenticationModel {
  const rows = (name: string): readonly ContentRow[] =>
    content.tables.filter((table: ContentTable) => table.grammar.name === name).flatMap((table) => table.rows);
  return {
    schemes: rows('schemes').flatMap((row) => readScheme(row, reading) ?? []),
    scopes: rows('scopes').flatMap((row) => readScope(row, reading) ?? []),
    caller: rows('caller').flatMap((row) => readCaller(row, reading) ?? []),
  };
}

function readScheme(row: ContentRow, reading: Reading): SchemeModel | undefined {
  const name = nameIn(row.cell('Scheme'));
  if (name === undefined) return undefined;
  if (!isName(name.value, 'lower')) {
    reading.problems.push(problems['scheme-name'](name.span, name.value, nameFrom(name.value, 'lower')));
  }
  const kind = readKind(row.cell('Kind'), reading);
  const carried = row.cell('Carried in');
  const credential = nameIn(row.cell('Credential'));
  const lifetime = readLifetime(row.cell('Lifetime'), reading);
  const meaning = row.prose('Meaning');
  return {
    name,
    ...(kind === undefined ? {} : { kind }),
    carriedIn: carried.kind === 'not shown' ? { notShown: carried.span } : readCarriedIn(carried, reading),
    ...(credential === undefined ? {} : { credential }),
    ...(lifetime === undefined ? {} : { lifetime }),
    ...(meaning === undefined ? {} : { meaning }),
    span: row.span,
  };
}

function readKind(cell: Cell, reading: Reading): Name | NotShown | undefined {
  if (cell.kind === 'not shown') return { notShown: cell.span };
  const name = nameIn(cell);
  if (name === undefined || schemeKind(name.value) !== undefined) return name;
  reading.problems.push(problems['unknown-kind'](name.span, name.value));
  return undefined;
}

function readLifetime(cell: Cell, reading: Reading): Placed<number> | undefined {
  if (cell.kind !== 'value') return undefined;
  const { words } = cell.text;
  const found = durationOf(words.text);
  if ('milliseconds' in found) return { value: found.milliseconds, span: cell.span };
  const span = spanIn(words, found.from, found.to);
  reading.problems.push(problems.lifetime(span, words.text.slice(found.from, found.to), found.wrong));
  return undefined;
}

function readScope(row: ContentRow, reading: Reading): ScopeModel | undefined {
  const name = nameIn(row.cell('Scope'));
  if (name === undefined) return undefined;
  const kind = name.value === 'anyone' || name.value === 'any caller' ? name.value : 'scope';
  const word =
    kind === 'scope'
      ? ['anyone', 'any caller'].find((one) => distance(name.value.toLowerCase(), one, 1) <= 1)
      : undefined;
  if (word !== undefined) reading.problems.push(problems['nearly-a-word'](name.span, name.value, word));
  else if (kind === 'scope' && !isName(name.value, 'scope')) {
    reading.problems.push(problems['scope-name'](name.span, name.value, nameFrom(name.value, 'scope')));
  }
  const allows = row.cell('Allows');
  const where = readWhere(row.cell('Where'), reading);
  const meaning = row.prose('Meaning');
  return {
    name,
    kind,
    allows: allows.kind === 'not shown' ? { notShown: allows.span } : readAllows(allows, reading),
    ...(where === undefined ? {} : { where }),
    ...(meaning === undefined ? {} : { meaning }),
    span: row.span,
  };
}

function readAllows(cell: Cell, reading: Reading): Name[] {
  if (cell.kind !== 'value') return [];
  const names: Name[] = [];
  for (const item of splitItems(cell.text, ',')) {
    if (item.tokens.length > 0) names.push({ value: plainText(item), span: item.span });
    else reading.problems.push(problems['empty-item'](item.span, 'Allows'));
  }
  return names;
}

function readWhere(cell: Cell, reading: Reading): Words | NotShown | undefined {
  if (cell.kind === 'not shown') return { notShown: cell.span };
  if (cell.kind !== 'value') return undefined;
  const only = codeOf(cell.text);
  if (only !== undefined) return only;
  reading.problems.push(problems.where(cell.span, cell.text.words.text));
  // what cannot be read allows nobody: an error keeps the document from being served, yet nothing may read it as "all"
  return { notShown: cell.span };
}

function codeOf({ tokens }: CellText): Words | undefined {
  const [first, second] = tokens;
  return first?.kind === 'code' && second === undefined ? first.words : undefined;
}

function nameIn(cell: Cell): Name | undefined {
  return cell.kind === 'value' ? { value: plainText(cell), span: cell.span } : undefined;
}
