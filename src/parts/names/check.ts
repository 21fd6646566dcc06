import {
  type Diagnostic,
  type DiagnosticFactory,
  defineDiagnostics,
  findDiagnostic,
} from '../../diagnostics/diagnostic.ts';
import type { Cell } from '../../markdown/cells/cell.ts';
import { splitItems } from '../../markdown/cells/cell-text.ts';
import { readText, toItemName } from '../../markdown/cells/readers.ts';
import type { Content, ContentTable, Subject } from '../../markdown/content.ts';
import type { ColumnGrammar, PartGrammar } from '../../markdown/grammar.ts';
import { findNearestName } from '../../text/limited-suggestions.ts';
import type { Name, Span } from '../../text/location.ts';
import { isName, type NameForm } from '../../text/names.ts';
import type { Service } from '../service.ts';
import { createNameEntries, type NameEntries } from './diagnostics.ts';
import { type ListNames, nameLists } from './kinds.ts';

type Report = (diagnostic: Diagnostic) => void;

/** A column whose cells are nothing but names of some kinds and words; `listed in …` stands for all that begin so. */
interface NameColumn {
  readonly title: string;
  readonly words: readonly string[];
  readonly kinds: readonly ListNames[];
  /** Names of another form are reported where they are read. */
  readonly form?: NameForm;
  readonly unknown: DiagnosticFactory;
  /** Of a list of names. */
  readonly repeated?: DiagnosticFactory;
}

/**
 * Makes the check of all columns that are read as text or names and whose forms allow no other value: each name is defined, and no
 * list has one twice. A part may have words of its own for a column: the entries `unknown-code` and `repeated-code` of its diagnostics.
 */
export function createNameCheck(
  grammars: readonly PartGrammar[],
): (content: Content, service: Service, report: Report) => void {
  const all = grammars.flatMap(({ part, tables }) =>
    tables.map((table) => [table.name, table.columns.flatMap((column) => toNameColumn(part, column))] as const),
  );
  const byTable = new Map(all.filter(([, columns]) => columns.length > 0));
  return ({ parts }, service, report) => {
    const check = (table: ContentTable, subject?: Subject): void => {
      const columns = byTable.get(table.grammar.name);
      if (columns === undefined) return;
      const checks = columns.map((column) => createCellCheck(service, column, subject, report));
      for (const row of table.rows) for (const [at, { title }] of columns.entries()) checks[at]!(row.cell(title));
    };
    for (const { tables, subjects } of parts.values()) {
      for (const table of tables) check(table);
      for (const subject of subjects) for (const table of subject.tables) check(table, subject);
    }
  };
}

function toNameColumn(part: string, { title, reads, forms = [], called }: ColumnGrammar): readonly NameColumn[] {
  const isList = reads === 'names' || (typeof reads === 'object' && 'each' in reads && reads.each === ',');
  const isName = isList || reads === 'text' || (typeof reads === 'object' && 'name' in reads);
  const names = forms.flatMap((form) => /^\{(\w+)\}$/.exec(form)?.[1] ?? []);
  const [first] = names;
  if (!isName || first === undefined || forms.some((form) => form === '…' || form.includes('{of}'))) return [];
  const words = forms.filter((form) => !form.includes('{'));
  const noun = called ?? first;
  const entries = createNameEntries(title, isList, names, words);
  const find = (kind: keyof NameEntries): DiagnosticFactory => {
    const name = `${kind}-${noun}`;
    return findDiagnostic(`${part}/${name}`) ?? defineDiagnostics(part, { [name]: entries[kind] })[name]!;
  };
  return [
    {
      title,
      words,
      kinds: names.map((name) => nameLists[name]!),
      ...(typeof reads === 'object' && 'name' in reads ? { form: reads.name } : {}),
      unknown: find('unknown'),
      ...(isList ? { repeated: find('repeated') } : {}),
    },
  ];
}

function createCellCheck(
  service: Service,
  { title, words, kinds, form, unknown, repeated }: NameColumn,
  subject: Subject | undefined,
  report: Report,
): (cell: Cell) => void {
  const scopes = kinds.map((list) => list(service, subject));
  const isClear = scopes.every((scope) => scope.length > 0);
  const isKnown = (name: string): boolean =>
    words.some((word) => (word.endsWith(' …') ? name.startsWith(word.slice(0, -1)) : name === word)) ||
    scopes.some((scope) => scope.every((names) => names.has(name)));
  const isNumbered = kinds.includes(nameLists.version!);
  const all = () => [...scopes.flatMap((scope) => scope.flatMap((names) => [...names.keys()])), ...words];
  return (cell) => {
    const seen = new Map<string, Span>();
    for (const { value, span } of readNames(cell, repeated !== undefined)) {
      const first = seen.get(value);
      seen.set(value, first ?? span);
      if (form !== undefined && !isName(value, form)) continue;
      if (first !== undefined) report(repeated!(span, value, first));
      else if (isClear && !isKnown(value)) {
        const bare = value.replace(/ \([^)]*\)$/, '');
        const near = isKnown(bare) ? bare : findNearestName(subject ?? service, title, value, all);
        // A version with another number is meant as it is: its row is missing.
        const isOther = isNumbered && near !== undefined && replaceDigits(near) === replaceDigits(value);
        report(unknown(span, value, isOther ? undefined : near, scopes[0]!.find((names) => !names.has(value))?.owner));
      }
    }
  };
}

function replaceDigits(name: string): string {
  return name.replace(/\d+/g, '0');
}

function readNames(cell: Cell, isList: boolean): readonly Name[] {
  if (cell.kind !== 'value') return [];
  if (!isList) return [readText(cell)!];
  return splitItems(cell.text, ',').flatMap((item) => (item.tokens.length === 0 ? [] : [toItemName(item)]));
}
