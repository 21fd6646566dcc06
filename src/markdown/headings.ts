import type { DiagnosticSink } from '../diagnostics/list.ts';
import type { Span } from '../text/location.ts';
import { findNearest } from '../text/nearest.ts';
import type { Heading } from './blocks/block.ts';
import { markdown } from './diagnostics.ts';
import type { PartGrammar } from './grammar.ts';

/** The meaning of a heading within a part: the part itself (Notes too), a table of the part, or an item. */
export type HeadingKind = { readonly kind: 'part' | 'subject' } | { readonly kind: 'table'; readonly title: string };

/** The subjects of a part that have a heading. */
export type SubjectNames = Map<string, Span>;

/** Says what a heading stands for, and reports one that is empty, unknown, or there already. */
export function classifyHeading(
  heading: Heading,
  grammar: PartGrammar,
  names: SubjectNames,
  diagnostics: DiagnosticSink,
): HeadingKind {
  if (heading.level !== 3) return { kind: 'part' };
  const { text, span } = heading.words;
  const lower = text.toLowerCase();
  if (lower === 'notes') return { kind: 'part' };
  const titles = grammar.tables.flatMap(({ at }) => (at === 'subject' || at.heading === '' ? [] : [at.heading]));
  const title = titles.find((known) => known.toLowerCase() === lower);
  if (title !== undefined) return { kind: 'table', title };
  if (text === '' || grammar.subjects === undefined) {
    const near = findNearest(text, [...titles, 'Notes']);
    diagnostics.push(markdown['unknown-heading'](span, text, grammar.title, near));
    return near === undefined || near === 'Notes' ? { kind: 'part' } : { kind: 'table', title: near };
  }
  checkOnce(heading, grammar, names, diagnostics);
  return { kind: 'subject' };
}

function checkOnce(heading: Heading, grammar: PartGrammar, names: SubjectNames, diagnostics: DiagnosticSink): void {
  const seen = new Set<string>();
  const { text, span } = heading.words;
  for (const item of text.split(',')) {
    const name = toSubjectName(item, grammar);
    const before = names.get(name);
    if (before !== undefined && !seen.has(name)) {
      diagnostics.push(markdown['duplicate-subject'](span, name, before));
    } else if (seen.has(name)) {
      diagnostics.push(markdown['duplicate-subject'](span, name, span));
    }
    seen.add(name);
    if (before === undefined) names.set(name, span);
  }
}

const kindOfSubject = / *\(([^()]*)\)$/;

/** `Line (object)` and `Line` are one subject. */
function toSubjectName(text: string, grammar: PartGrammar): string {
  const name = text.trim();
  return grammar.subjects === 'resource' ? name.replace(kindOfSubject, '') : name;
}

/** Returns whether the heading of the part of resources names an object or a union instead of a resource. */
export function isObject(text: string, grammar: PartGrammar): boolean {
  return grammar.subjects === 'resource' && kindOfSubject.test(text.trim());
}
