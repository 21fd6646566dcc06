import type { ContentTable, ParseContext, PartContent, Subject } from '../../markdown/content.ts';
import { createFactReader, createRowReader, hasCell } from '../../markdown/records.ts';
import { locateSlice, type Name, type SourceText, type Span, sliceSourceText } from '../../text/location.ts';
import { findNearest } from '../../text/nearest.ts';
import { present } from '../../text/present.ts';
import { diagnostics } from './diagnostics.ts';
import { grammar } from './grammar.ts';
import type { ObjectModel, ResourceModel, ResourcesModel, UnionModel } from './model.ts';
import { readConstraintsCell, readFieldName, readKeptName, readTag, readTypeCell } from './read/cells.ts';

type Kind = 'resource' | 'object' | 'union';

const kindWords: Readonly<Record<Kind, string>> = { resource: 'a resource', object: 'an object', union: 'a union' };

/** Reads the part "Resources and their fields": each heading is a resource, an object or a union. */
export function read(content: PartContent, context: ParseContext): ResourcesModel {
  const resources: ResourceModel[] = [];
  const objects: ObjectModel[] = [];
  const unions: UnionModel[] = [];
  for (const subject of content.subjects) {
    const named = parseHeadingNames(subject.words, context);
    const kinds = new Set(named.map(({ kind }) => kind));
    const { shownAs, taggedBy, sessionOf, secondFactorOf, accountOf } = readFacts(subject.facts, context);
    const fields = readFields(subject.tables, context);
    const rules = readRules(subject.tables, context);
    const cases = readTags(subject.tables, context).filter((row) => hasCell(row, 'object'));
    reportForeignFacts(subject, kinds, context);
    reportForeignTables(subject, kinds, context);
    const { prose } = subject;
    for (const { name, kind, shared } of named) {
      if (kind === 'resource')
        resources.push({
          ...{ name, fields, rules, prose },
          ...present({ shownAs, shared, sessionOf, secondFactorOf, accountOf }),
        });
      else if (kind === 'object') objects.push({ name, fields, prose });
      else unions.push({ name, cases, ...present({ taggedBy }), prose });
    }
  }
  return { resources, objects, unions };
}

const readFacts = createFactReader(grammar, 'subject', { shownAs: diagnostics['code-span'], taggedBy: readFieldName });

const readFields = createRowReader(grammar, 'fields', {
  name: readKeptName(readFieldName),
  type: readTypeCell,
  constraints: readConstraintsCell,
});

const readRules = createRowReader(grammar, 'rules', {
  name: diagnostics['rule-name-form'],
  holds: diagnostics['code-span'],
  otherwise: diagnostics['rule-name-form'],
});

const readTags = createRowReader(grammar, 'tags', { tag: readTag });

interface HeadingName {
  readonly name: Name;
  readonly kind: Kind;
  readonly shared?: Span;
}

function parseHeadingNames(words: SourceText, context: ParseContext): HeadingName[] {
  const named: HeadingName[] = [];
  let from = 0;
  for (const item of words.text.split(',')) {
    const before = item.length - item.trimStart().length;
    const text = item.trim();
    named.push(parseHeadingName(sliceSourceText(words, from + before, from + before + text.length), context));
    from += item.length + 1;
  }
  return named;
}

function parseHeadingName(words: SourceText, context: ParseContext): HeadingName {
  const bracket = words.text.indexOf('(');
  const value = (bracket === -1 ? words.text : words.text.slice(0, bracket)).trim();
  const span = locateSlice(words, 0, value.length);
  if (!/^[A-Z][A-Za-z0-9]*$/.test(value)) {
    context.diagnostics.push(diagnostics['name-form'](value === '' ? words.span : span, value, toUpperCamel(value)));
  }
  const name = { value, span };
  if (bracket === -1) return { name, kind: 'resource' };
  const inside = words.text.slice(bracket + 1).replace(/\)\s*$/, '');
  const kind = inside.trim().replace(/\s+/g, ' ').toLowerCase();
  const place = locateSlice(words, bracket, words.text.length);
  if (kind === 'shared' && words.text.endsWith(')')) return { name, kind: 'resource', shared: place };
  if (kind === 'object' && words.text.endsWith(')')) return { name, kind: 'object' };
  if (kind === 'one of' && words.text.endsWith(')')) return { name, kind: 'union' };
  const meant = kind === 'union' ? 'one of' : findNearest(kind, ['object', 'one of', 'shared']);
  context.diagnostics.push(diagnostics['unknown-kind'](place, inside, meant === undefined ? undefined : `(${meant})`));
  return { name, kind: meant === 'shared' ? 'resource' : meant === 'one of' ? 'union' : 'object' };
}

function toUpperCamel(text: string): string | undefined {
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
      context.diagnostics.push(
        diagnostics['table-of-another-kind'](locateHeader(table), table.grammar.name, kindWords[kind]),
      );
    }
  }
}

function locateHeader(table: ContentTable): Span {
  return { start: table.span.start, end: table.rows[0]?.span.start ?? table.span.end };
}

function reportForeignFacts({ facts }: Subject, kinds: ReadonlySet<Kind>, context: ParseContext): void {
  for (const { name, span } of facts) {
    const due: Kind = name === 'Tagged by' ? 'union' : 'resource';
    for (const kind of kinds) {
      if (kind !== due) context.diagnostics.push(diagnostics['fact-of-another-kind'](span, name, kindWords[kind]));
    }
  }
}
