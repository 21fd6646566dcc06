import type { PartGrammar } from '../markdown/grammar.ts';
import { isTitleOf } from '../markdown/sections.ts';
import { grammars } from '../parts/grammars.ts';
import { readLine, type Source } from '../text/location.ts';
import { memo } from '../text/memo.ts';

/** The headings above a line. */
export interface Section {
  /** The part whose heading is above; undefined in the summary. */
  readonly part: PartGrammar | undefined;
  /** The text of the `###` heading of a subject; none at the level of the part or under the heading of a table. */
  readonly subject: string | undefined;
  /** The text of the `###` heading of a table. */
  readonly table: string | undefined;
  /** The line is inside a fenced block of code. */
  readonly inCode: boolean;
}

/** Finds the headings above a line (from 1). A heading belongs to the section above it. */
export function readSection(source: Source, line: number): Section {
  return readSections(source)[line - 1]!;
}

/** The section of each line. */
const readSections = memo((source: Source): readonly Section[] => {
  const sections: Section[] = [];
  let section: Section = { part: undefined, subject: undefined, table: undefined, inCode: false };
  for (let line = 1; line <= source.lines.length; line++) {
    sections.push(section);
    const unit = source.text.charCodeAt(source.lines[line - 1]!);
    if (unit !== 35 && unit !== 96 && unit !== 126) continue;
    const words = readLine(source, line);
    if (/^(```|~~~)/.test(words)) section = { ...section, inCode: !section.inCode };
    else if (!section.inCode) section = enter(section, words);
  }
  return sections;
});

/** The section below a line, if it is a heading of a part or of a subject. */
function enter(section: Section, line: string): Section {
  const [, marks, text = ''] = /^(#{2,3})\s+(.*)$/.exec(line) ?? [];
  if (marks === undefined) return section;
  if (marks === '##') return { part: findPart(text), subject: undefined, table: undefined, inCode: false };
  const heading = text.trim();
  const isTable = section.part?.tables.some(({ at }) => at !== 'subject' && heading !== '' && at.heading === heading);
  return { ...section, subject: isTable === true ? undefined : heading, table: isTable === true ? heading : undefined };
}

/** The part of a title, written with or without its number. */
export function findPart(title: string): PartGrammar | undefined {
  const words = title
    .replace(/^\d+[.)]?\s+/, '')
    .trim()
    .toLowerCase();
  return grammars.find((grammar) => isTitleOf(grammar, words));
}

/** The resource, object or union of a subject's heading: `Line (object)` is `Line`, `Invoice.status` is of `Invoice`. */
export function readSubject({ subject = '' }: Section): string {
  return subject
    .replace(/ *\(.*$/, '')
    .split(/[.,]/)[0]!
    .trim();
}
