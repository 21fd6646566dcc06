import type { Cell, CellText } from '../../markdown/cells/cell.ts';
import { plainText } from '../../markdown/cells/cell-text.ts';
import type { ContentRow, ContentTable, ParseContext, PartContent, Subject } from '../../markdown/content.ts';
import { type Name, type SourceText, type Span, sliceSourceText, spanIn } from '../../text/location.ts';
import { isName, nameFrom } from '../../text/names.ts';
import { nearest } from '../../text/nearest.ts';
import { present } from '../../text/present.ts';
import type { FieldModel, ObjectModel, ResourceModel, ResourcesModel, RuleModel, UnionModel } from './model.ts';
import { problems } from './problems.ts';
import { readConstraints } from './read/constraint-words.ts';
import { readFormat, readType } from './read/type-words.ts';

type Kind = 'resource' | 'object' | 'union';

const kindWords: Readonly<Record<Kind, string>> = { resource: 'a resource', object: 'an object', union: 'a union' };

/** Reads the part "Resources and their fields": each heading is a resource, an object or a union. */
export function read(content: PartContent, context: ParseContext): ResourcesModel {
  const resources: ResourceModel[] = [];
  const objects: ObjectModel[] = [];
  const unions: UnionModel[] = [];
  for (const subject of content.subjects) {
    const named = subjectNames(subject.words, context);
    const kinds = new Set(named.map(({ kind }) => kind));
    const facts = readFacts(subject, kinds, context);
    const fields = tableRows(subject, 'fields').map((row) => readField(row, context));
    const rules = tableRows(subject, 'rules').map((row) => readRule(row, context));
    const cases = tableRows(subject, 'tags').map((row) => readCase(row, context));
    reportForeignTables(subject, kinds, context);
    const { prose } = subject;
    for (const { name, kind } of named) {
      const { shownAs, taggedBy } = facts;
      if (kind === 'resource') resources.push({ name, fields, rules, ...present({ shownAs }), prose });
      else if (kind === 'object') objects.push({ name, fields, prose });
      else
        unions.push({
          name,
          cases: cases.filter((branch) => branch !== undefined),
          ...(taggedBy && { taggedBy }),
          prose,
        });
    }
  }
  return { resources, objects, unions };
}

function tableRows(subject: Subject, name: string): readonly ContentRow[] {
  return subject.tables.filter((table) => table.grammar.name === name).flatMap((table) => table.rows);
}

function subjectNames(words: SourceText, context: ParseContext): { readonly name: Name; readonly kind: Kind }[] {
  const named: { name: Name; kind: Kind }[] = [];
  let from = 0;
  for (const item of words.text.split(',')) {
    const before = item.length - item.trimStart().length;
    const text = item.trim();
    named.push(subjectName(sliceSourceText(words, from + before, from + before + text.length), context));
    from += item.length + 1;
  }
  return named;
}

function subjectName(words: SourceText, context: ParseContext): { readonly name: Name; readonly kind: Kind } {
  const bracket = words.text.indexOf('(');
  const value = (bracket === -1 ? words.text : words.text.slice(0, bracket)).trim();
  const span = spanIn(words, 0, value.length);
  if (!/^[A-Z][A-Za-z0-9]*$/.test(value)) {
    context.problems.push(problems['name-form'](value === '' ? words.span : span, value, upperCamel(value)));
  }
  const name = { value, span };
  if (bracket === -1) return { name, kind: 'resource' };
  const inside = words.text.slice(bracket + 1).replace(/\)\s*$/, '');
  const kind = inside.trim().replace(/\s+/g, ' ').toLowerCase();
  if (kind === 'object' && words.text.endsWith(')')) return { name, kind: 'object' };
  if (kind === 'one of' && words.text.endsWith(')')) return { name, kind: 'union' };
  const meant = kind === 'union' ? 'one of' : (nearest(kind, ['object', 'one of']) ?? undefined);
  const place = spanIn(words, bracket, words.text.length);
  context.problems.push(problems['unknown-kind'](place, inside, meant === undefined ? undefined : `(${meant})`));
  return { name, kind: meant === 'one of' ? 'union' : 'object' };
}

function upperCamel(text: string): string | undefined {
  const parts = text.split(/[^A-Za-z0-9]+/).filter((part) => part !== '');
  const name = parts.map((part) => part[0]!.toUpperCase() + part.slice(1)).join('');
  return /^[A-Z][A-Za-z0-9]*$/.test(name) ? name : undefined;
}

function reportForeignTables(subject: Subject, kinds: ReadonlySet<Kind>, context: ParseContext): void {
  const fits: Readonly<Record<string, readonly Kind[]>> = {
    fields: ['resource', 'object'],
    rules: ['resource'],
    tags: ['union'],
  };
  for (const table of subject.tables) {
    for (const kind of kinds) {
      if (fits[table.grammar.name]?.includes(kind)) continue;
      context.problems.push(problems['table-of-another-kind'](headerOf(table), table.grammar.name, kindWords[kind]));
    }
  }
}

function headerOf(table: ContentTable): Span {
  return { start: table.span.start, end: table.rows[0]?.span.start ?? table.span.end };
}

function readFacts(
  subject: Subject,
  kinds: ReadonlySet<Kind>,
  context: ParseContext,
): { readonly shownAs?: SourceText; readonly taggedBy?: Name } {
  let shownAs: SourceText | undefined;
  let taggedBy: Name | undefined;
  for (const { name, value, span } of subject.facts) {
    const due: Kind = name === 'Shown as' ? 'resource' : 'union';
    for (const kind of kinds) {
      if (kind !== due) context.problems.push(problems['fact-of-another-kind'](span, name, kindWords[kind]));
    }
    if (name === 'Shown as') shownAs ??= codeOf(value, context);
    else taggedBy ??= fieldName(value, context);
  }
  return { ...(shownAs && { shownAs }), ...(taggedBy && { taggedBy }) };
}

function readField(row: ContentRow, context: ParseContext): FieldModel {
  const key = row.cell('Field');
  const name = fieldName(key, context) ?? { value: plainText(key), span: key.span };
  const typeCell = row.cell('Type');
  const formatCell = row.cell('Format');
  const constraintCell = row.cell('Constraints');
  const type = typeCell.kind === 'value' ? readType(typeCell.text.words) : { problems: [] };
  const format = formatCell.kind === 'value' ? readFormat(formatCell.text.words) : { problems: [] };
  const constraints =
    constraintCell.kind === 'value' ? readConstraints(constraintCell.text.words) : { constraints: [], problems: [] };
  context.problems.push(...type.problems, ...format.problems, ...constraints.problems);
  const meaning = row.prose('Meaning');
  return {
    name,
    ...(type.type && { type: type.type }),
    ...(format.format && { format: format.format }),
    constraints: constraints.constraints,
    ...(meaning && { meaning }),
    span: row.span,
  };
}

function readRule(row: ContentRow, context: ParseContext): RuleModel {
  const key = row.cell('Rule');
  const name = ownName(key, 'lower', context) ?? { value: plainText(key), span: key.span };
  const holds = codeOf(row.cell('Holds'), context);
  const otherwise = ownName(row.cell('Otherwise'), 'code', context);
  const meaning = row.prose('Meaning');
  return {
    name,
    ...(holds && { holds }),
    ...(otherwise && { otherwise }),
    ...(meaning && { meaning }),
    span: row.span,
  };
}

function readCase(row: ContentRow, context: ParseContext): UnionModel['cases'][number] | undefined {
  const tag = oneToken(row.cell('Tag'), context);
  const object = oneToken(row.cell('Object'), context);
  const meaning = row.prose('Meaning');
  if (tag?.kind === 'word' && !/^[\p{L}\p{N}_.-]+$/u.test(tag.name.value)) {
    context.problems.push(problems['tag-form'](tag.name.span, tag.name.value));
  }
  if (tag === undefined || object === undefined) return undefined;
  return { tag: tag.name, object: object.name, ...(meaning && { meaning }) };
}

function oneToken(cell: Cell, context: ParseContext): { readonly name: Name; readonly kind: string } | undefined {
  if (cell.kind !== 'value') return undefined;
  const [token, second] = cell.text.tokens;
  if (token === undefined || second !== undefined || token.kind === 'mark') {
    context.problems.push(problems['one-name'](cell.span, cell.text.words.text));
    return undefined;
  }
  return { name: { value: token.text, span: token.span }, kind: token.kind };
}

function fieldName(cell: Cell, context: ParseContext): Name | undefined {
  if (cell.kind !== 'value') return undefined;
  const { tokens, words } = cell.text;
  const [token, second] = tokens;
  if (token !== undefined && second === undefined && token.kind === 'code')
    return { value: token.text, span: token.span };
  if (second === undefined && /^[\p{L}\p{N}_]+$/u.test(words.text)) return { value: words.text, span: words.span };
  context.problems.push(problems['field-name-form'](words.span, plainText(cell)));
  return undefined;
}

function ownName(cell: Cell, form: 'lower' | 'code', context: ParseContext): Name | undefined {
  const token = oneToken(cell, context);
  if (token === undefined) return undefined;
  const { name } = token;
  if (isName(name.value, form)) return name;
  context.problems.push(problems['rule-name-form'](name.span, name.value, nameFrom(name.value, form)));
  return undefined;
}

function codeOf(cell: Cell, context: ParseContext): SourceText | undefined {
  if (cell.kind !== 'value') return undefined;
  const { tokens, words }: CellText = cell.text;
  const [token, second] = tokens;
  if (token?.kind === 'code' && second === undefined) return token.words;
  context.problems.push(problems['code-span'](words.span, words.text));
  return undefined;
}
