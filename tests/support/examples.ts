import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grammars } from '../../src/parts/grammars.ts';
import { root } from './process.ts';

/** A fenced block of the language reference: where it stands, what it says it is, and its text. */
export interface Example {
  readonly file: string;
  readonly line: number;
  readonly info: string;
  readonly text: string;
  /** Whether it shows a mistake: an example that only shows warnings is right. */
  readonly wrong: boolean;
  /** The codes of the problems that it must show, and no others. */
  readonly shows: readonly string[];
  /** The documents to read, in which the example stands; none where its info string is not known. */
  readonly documents: readonly string[];
}

/** The pages of the language reference, paths from the root of the repository. */
export const pages: readonly string[] = ['docs/language.md', ...globSync('docs/language/*.md', { cwd: root })].sort();

const base = readFileSync(join(root, 'tests/documents/base.md'), 'utf8');

interface Section {
  readonly heading: string;
  readonly text: string;
}

function sectionsOf(text: string, mark: '##' | '###'): { readonly lead: string; readonly sections: Section[] } {
  const [lead = '', ...rest] = `\n${text}`.split(new RegExp(`^(?=${mark} )`, 'm'));
  return {
    lead,
    sections: rest.map((section) => ({ heading: section.split('\n', 1)[0]!.slice(mark.length + 1), text: section })),
  };
}

/** Puts a fragment into a part: its own text after the part's, the text of a subject after that subject's. */
function intoPart(part: string, fragment: string): string {
  const [before, added] = [sectionsOf(part, '###'), sectionsOf(fragment, '###')];
  const known = new Map(before.sections.map((section) => [section.heading, section.text]));
  for (const { heading, text } of added.sections)
    for (const subject of heading.split(', '))
      known.set(subject, addRows(known.get(subject) ?? `### ${subject}`, text.slice(text.indexOf('\n') + 1)));
  return [addRows(before.lead, added.lead), ...known.values()].map((text) => text.trim()).join('\n\n');
}

const cellsOf = (row: string): readonly string[] =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The tables of a text: runs of lines that begin with a pipe. */
const tablesOf = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/(?:^\|.*\n?)+/gm)].map(([lines]) => lines.trim().split('\n'));

/** The column that names the rows of a table: the transition of a table of transitions, otherwise the first column. */
const keyOf = (titles: readonly string[]): string => (titles.includes('Transition') ? 'Transition' : (titles[0] ?? ''));

/** The names of the rows of a table: several for a row such as `create, list Invoice`. */
function namesOf([titles = '', , ...rows]: readonly string[]): readonly (readonly string[])[] {
  const key = keyOf(cellsOf(titles));
  return rows.map((row) => {
    const cell = cellsOf(row)[cellsOf(titles).indexOf(key)] ?? '';
    const subject = cell.slice(cell.lastIndexOf(' '));
    const names = cell.includes(', ') ? `${cell},`.split(/, ?/).slice(0, -1) : [cell];
    return names.map((name) => `${key}: ${name.endsWith(subject) ? name : name + subject}`);
  });
}

/** A text with another after it, whose rows take the place of the rows with the same names. */
function addRows(text: string, added: string): string {
  const replaced = new Set(tablesOf(added).flatMap((lines) => namesOf(lines).flat()));
  const kept = text.replace(/(?:^\|.*\n?)+/gm, (table) => {
    const lines = table.trim().split('\n');
    const names = namesOf(lines);
    const left = lines.slice(2).filter((_, at) => !names[at]!.some((name) => replaced.has(name)));
    return left.length === 0 ? '' : `${[...lines.slice(0, 2), ...left].join('\n')}\n`;
  });
  return `${kept.trim()}\n\n${added.trim()}`;
}

function titleOf(part: string): string | undefined {
  return grammars.find((grammar) => grammar.part === part || grammar.title === part)?.title;
}

/** The base document with fragments in its parts, by their titles; `alone` leaves nothing else in them. */
function around(fragments: ReadonlyMap<string, string>, alone: boolean): string {
  const { lead, sections } = sectionsOf(base, '##');
  const parts = sections.map(({ heading, text }) => {
    const fragment = fragments.get(heading);
    if (fragment === undefined) return text.trim();
    return alone ? `## ${heading}\n\n${fragment.trim()}` : intoPart(text, fragment);
  });
  return `${[lead.trim(), ...parts].join('\n\n')}\n`;
}

/** The text that a subject of the base has, with more behind it. */
function more(part: string, subject: string, text: string): string {
  const section = sectionsOf(base, '##').sections.find((candidate) => candidate.heading === titleOf(part));
  const known = sectionsOf(section?.text ?? '', '###').sections.find((candidate) => candidate.heading === subject);
  return `${known?.text.trim() ?? ''}\n\n${text}`;
}

type Place = (code: string) => readonly [part: string, fragment: string];

const table = (...rows: readonly (readonly string[])[]): string => {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [lines[0]!, `|${rows[0]!.map(() => ' --- |').join('')}`, ...lines.slice(1)].join('\n');
};
const operation = (name: string, method: string, path: string, request: string, response: string): string =>
  table(['Operation', 'Method', 'Path', 'Request', 'Response'], [name, method, path, request, response]);
const paging = table(['Parameter', 'Maps to'], ['limit', 'page size'], ['cursor', 'cursor'], ['skip', 'total']);

/** Where a single expression or shape is put, by the words behind `cel` or `shape`. */
const places: Readonly<Record<string, Place>> = {
  'cel rule': (code) => ['resources', more('resources', 'Invoice', table(['Rule', 'Check'], ['it_holds', code]))],
  'cel guard': (code) => [
    'states',
    more('states', 'Invoice', table(['From', 'Transition', 'To', 'Guard'], ['any', 'update', '', code])),
  ],
  'cel effect': (code) => [
    'states',
    more('states', 'Invoice', table(['From', 'Transition', 'To', 'Effect'], ['any', 'update', '', code])),
  ],
  'cel where': (code) => ['authentication', table(['Scope', 'Allows', 'Where'], ['it', 'all Invoice', code])],
  'shape answer': (code) => ['endpoints', operation('read Invoice as it', 'GET', '/it/{id}', '', `200 ${code}`)],
  'shape create': (code) => ['endpoints', operation('create Invoice as it', 'POST', '/it', code, '201')],
  'shape update': (code) => ['endpoints', operation('update Invoice as it', 'PATCH', '/it/{id}', code, '200')],
  'shape input': (code) => ['endpoints', operation('check Invoice (handler) as it', 'POST', '/it/{id}', code, '204')],
  'shape list': (code) => [
    'endpoints',
    `${operation('list Invoice as it', 'GET', '/it', '', `200 ${code}`)}\n\n### it\n\n${paging}`,
  ],
  'shape payload': (code) => ['events', table(['Event', 'When', 'Payload'], ['it.happened', 'update Invoice', code])],
  'shape envelope': (code) => [
    'events',
    `${table(['Event', 'When', 'Payload'], ['it.happened', 'create Invoice', '`Invoice`'])}\n\n${table(
      ['Delivery', 'To', 'Events', 'Envelope'],
      ['webhook', 'setting billing_hook', 'all', code],
    )}`,
  ],
  'shape body': (code) => ['errors', `- Body: ${code}`],
};

/** The documents that an example stands for. */
function documentsOf(info: string, text: string): readonly string[] {
  if (info === 'md document') return [text];
  const place = places[info];
  if (place !== undefined) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => {
      const [part, fragment] = place(`\`${line.replaceAll('|', '\\|')}\``);
      return around(new Map([[titleOf(part)!, fragment]]), false);
    });
  }
  const [language, part = '', word, ...left] = info.split(' ');
  if (language !== 'md' || left.length > 0 || (word !== undefined && word !== 'alone')) return [];
  if (part === 'parts') {
    const { lead, sections } = sectionsOf(text, '##');
    if (lead.trim() !== '' || sections.some((section) => titleOf(section.heading) !== section.heading)) return [];
    const fragments = sections.map(
      (section) => [section.heading, section.text.slice(section.text.indexOf('\n') + 1)] as const,
    );
    return [around(new Map(fragments), word === 'alone')];
  }
  const title = grammars.find((grammar) => grammar.part === part)?.title;
  return title === undefined ? [] : [around(new Map([[title, text]]), word === 'alone')];
}

/** Every fenced block of a page. */
export function examplesOf(file: string): readonly Example[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const found: Example[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opening = /^ *(```+|~~~+)(.*)$/.exec(lines[at]!);
    if (opening === null) continue;
    const first = at + 1;
    do at++;
    while (at < lines.length && lines[at]!.trim() !== opening[1]);
    const text = `${lines.slice(first, at).join('\n')}\n`;
    const [info = '', word, codes = ''] = opening[2]!.trim().split(/ (wrong|warns) /);
    found.push({
      file,
      line: first,
      info: opening[2]!.trim(),
      text,
      wrong: word === 'wrong',
      shows: codes.split(' ').filter((code) => code !== ''),
      documents: documentsOf(info, text),
    });
  }
  return found;
}
