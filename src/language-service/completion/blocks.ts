import type { PartGrammar, TableGrammar } from '../../markdown/grammar.ts';
import { grammars } from '../../parts/grammars.ts';
import type { Document } from '../../parts/index.ts';
import type { Section } from '../section.ts';
import { listSymbols } from '../symbols.ts';
import { findColumnText, findWordText } from '../texts.ts';
import type { Candidate } from './candidate.ts';

/** Completes the title of a part: the parts that the document lacks. */
export function completePartHeading({ content }: Document): readonly Candidate[] {
  return grammars
    .filter(({ part }) => content.parts.get(part) === undefined)
    .map(({ title, number }) => ({ label: title, kind: 'title', detail: `part ${number}` }));
}

/** Completes the heading of a subject or of a table. */
export function completeSubjectHeading(document: Document, { part }: Section, written = ''): readonly Candidate[] {
  if (part === undefined) return [];
  const name = /^[A-Z][A-Za-z0-9]*(?= )/.exec(written)?.[0];
  if (part.subjects === 'resource' && name !== undefined) {
    return headingKinds.map((kind) => ({
      label: `${name} (${kind})`,
      kind: 'resource' as const,
      documentation: findWordText(part.part, `### ${examples[kind]} (${kind})`),
    }));
  }
  const tables = part.tables.flatMap(({ at }) => (at === 'subject' || at.heading === '' ? [] : [at.heading]));
  return [
    ...listSubjects(document, part).map((label) => ({ label, kind: 'resource' as const })),
    ...[...new Set(tables), 'Notes'].map((label) => ({
      label,
      kind: 'title' as const,
      detail: `heading of ${part.title}`,
    })),
  ];
}

/** The words in parentheses after the name of a heading, each with the name that the reference explains it by. */
const examples = { object: 'Line', 'one of': 'Method', shared: 'Country' } as const;
const headingKinds = Object.keys(examples) as (keyof typeof examples)[];

function listSubjects({ service, content }: Document, part: PartGrammar): readonly string[] {
  const taken = new Set(content.parts.get(part.part)?.subjects.map(({ words }) => words.text));
  const symbols = listSymbols(service);
  if (part.subjects === 'operation')
    return symbols.filter(({ kind, name }) => kind === 'operation' && !taken.has(name)).map(({ name }) => name);
  if (part.subjects === 'email')
    return service.events.emails.map(({ name }) => name.value).filter((name) => !taken.has(name));
  if (part.subjects !== 'state field') return [];
  return symbols.filter(({ kind, name }) => kind === 'resource' && !taken.has(name)).map(({ name }) => name);
}

/** Completes an empty line: the tables and lines that are allowed there, and headings. */
export function completeEmptyLine(document: Document, section: Section): readonly Candidate[] {
  const { part, subject, table } = section;
  const headings = completePartHeading(document).map((title) => ({ ...title, label: `## ${title.label}` }));
  if (part === undefined) return headings;
  const at = subject === undefined ? 'part' : 'subject';
  const tables = part.tables.filter((kind) =>
    subject !== undefined
      ? kind.at === 'subject'
      : kind.at !== 'subject' && (table === undefined || kind.at.heading === table),
  );
  const aspects = document.content.aspects.filter(({ part: of, status }) => of === part.part && status === 'missing');
  return [
    ...tables.map((kind) => createTable(kind, document, section)),
    ...part.facts
      .filter((fact) => fact.at === at)
      .map(({ name }) => ({
        label: `- ${name}:`,
        kind: 'title' as const,
        insert: `- ${name}: $0`,
        documentation: findColumnText(part.part, name),
      })),
    ...completeSubjectHeading(document, section).map((heading) => ({ ...heading, label: `### ${heading.label}` })),
    ...(at === 'part' && table === undefined ? aspects : []).map(({ aspect }) => ({
      label: `The ${aspect} are not shown.`,
      kind: 'value' as const,
      detail: 'records a gap',
      insert: `${aspect.charAt(0).toUpperCase()}${aspect.slice(1)}: not shown.`,
    })),
    ...headings,
  ];
}

/** An empty table of a kind with one row, its cursor in the first cell. */
function createTable(kind: TableGrammar, { service }: Document, { subject = '' }: Section): Candidate {
  const states =
    kind.otherColumns === undefined || kind.name !== 'matrix'
      ? []
      : service.states.machines
          .filter(({ resource }) => subject.startsWith(resource.value))
          .flatMap((machine) => machine.states.map(({ name }) => name.value));
  const titles = [...kind.columns.map(({ title }) => title), ...states];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const row = `| $0 |${' |'.repeat(titles.length - 1)}`;
  return {
    label: line(titles),
    kind: 'table',
    detail: `table ${kind.name}`,
    insert: [line(titles), line(titles.map(() => '---')), row].join('\n'),
  };
}

/** Completes the titles of a table: its other columns. */
export function completeColumnTitle({ part }: Section, titles: readonly string[]): readonly Candidate[] {
  const kinds = (part?.tables ?? []).filter(
    ({ columns }) => titles[0] === '' || columns.some(({ title }) => title === titles[0]),
  );
  const columns = kinds.flatMap((kind) => kind.columns).filter(({ title }) => !titles.includes(title));
  return [...new Map(columns.map((column) => [column.title, column])).values()].map(({ title, required }) => ({
    label: title,
    kind: 'title',
    detail: required === true ? 'required column' : 'column',
    documentation: findColumnText(part!.part, title),
  }));
}

/** Completes the name of a line. */
export function completeLineName({ part, subject }: Section): readonly Candidate[] {
  const at = subject === undefined ? 'part' : 'subject';
  return (part?.facts ?? [])
    .filter((fact) => fact.at === at)
    .map(({ name }) => ({
      label: name,
      kind: 'title',
      insert: `${name}: $0`,
      documentation: findColumnText(part!.part, name),
    }));
}
