import type { DiagnosticSink } from '../../diagnostics/list.ts';
import type { Source, Span } from '../../text/location.ts';
import type { AspectStatus } from '../content.ts';
import { markdown } from '../diagnostics.ts';
import type { GapSentence } from '../gaps.ts';
import type { AspectGrammar, PartGrammar } from '../grammar.ts';
import type { Carried } from './stated-aspects.ts';

/** The content of a part other than its tables and fact lines. */
export interface PartFacts {
  readonly source: Source;
  readonly grammar: PartGrammar;
  readonly heading: Span;
  readonly carried: Carried;
  /** Aspects that earlier parts state of later ones, by part and aspect. */
  readonly statedElsewhere: ReadonlyMap<string, Span>;
  readonly gaps: readonly GapSentence[];
  /** All prose of the part, that of its subjects too. */
  readonly prose: readonly Span[];
  /** Prose that is more than code or a line across the page. */
  readonly firstProse: Span | undefined;
  readonly firstSubject: Span | undefined;
  /** The first fact line, table or subject's heading. */
  readonly firstContent: Span | undefined;
}

interface Recorded {
  readonly status: 'none' | 'not shown';
  readonly span: Span;
}

/** How the document leaves each aspect of a part; what contradicts itself, or is left unsaid, is a diagnostic. */
export function resolveAspects(facts: PartFacts, diagnostics: DiagnosticSink): readonly AspectStatus[] {
  const recorded = collectRecordedGaps(facts, diagnostics);
  const statuses = facts.grammar.aspects.map((aspect): AspectStatus => {
    const { status, span } = resolveStatus(facts, aspect, recorded.get(aspect.name), diagnostics);
    return { part: facts.grammar.part, aspect: aspect.name, status, span };
  });
  const missing = statuses.filter(({ status }) => status === 'missing').map(({ aspect }) => aspect);
  if (missing.length > 0) diagnostics.push(markdown['missing-aspect'](facts.heading, missing));
  return statuses;
}

function resolveStatus(
  facts: PartFacts,
  aspect: AspectGrammar,
  recorded: Recorded | undefined,
  diagnostics: DiagnosticSink,
): { status: AspectStatus['status']; span: Span | undefined } {
  const { carried } = facts;
  const stated = findStatement(facts, aspect);
  if (recorded !== undefined) {
    const contradicts = stated !== undefined && aspect.by !== 'prose';
    if (contradicts) diagnostics.push(markdown['recorded-and-stated'](recorded.span, aspect.name, stated));
    else return recorded;
  }
  const place = stated ?? facts.statedElsewhere.get(`${facts.grammar.part} ${aspect.name}`);
  if (place !== undefined) return { status: 'stated', span: place };
  const notShown = carried.notShown.get(aspect.name) ?? findMention(facts, aspect);
  if (notShown !== undefined) return { status: 'not shown', span: notShown };
  const column = carried.columns.get(aspect.name);
  if (column !== undefined) return { status: 'none', span: column };
  return { status: 'missing', span: facts.heading };
}

function findStatement(facts: PartFacts, aspect: AspectGrammar): Span | undefined {
  if (aspect.by === 'prose') return facts.firstProse;
  if (aspect.by === 'subject') return facts.firstSubject;
  return facts.carried.stated.get(aspect.name);
}

/** Where prose holds the words that record an aspect as not shown. */
function findMention(facts: PartFacts, aspect: AspectGrammar): Span | undefined {
  const words = aspect.notShownBy;
  if (words === undefined) return undefined;
  for (const { start, end } of facts.prose) {
    const at = facts.source.text.slice(start, end).indexOf(words);
    if (at !== -1) return { start: start + at, end: start + at + words.length };
  }
  return undefined;
}

/**
 * Collects the aspects that gap sentences record; an aspect recorded twice, or a sentence about the whole part that is not alone, is a
 * diagnostic.
 */
function collectRecordedGaps(facts: PartFacts, diagnostics: DiagnosticSink): ReadonlyMap<string, Recorded> {
  const recorded = new Map<string, Recorded>();
  for (const gap of facts.gaps) {
    const named =
      gap.aspects === 'all' ? facts.grammar.aspects.map(({ name }) => ({ name, span: gap.span })) : gap.aspects;
    const other = gap.aspects === 'all' ? findOtherContent(facts, gap) : undefined;
    if (other !== undefined) {
      diagnostics.push(markdown['gap-not-alone'](gap.span, gap.verb, other));
      continue;
    }
    for (const { name, span } of named) {
      const before = recorded.get(name);
      if (before === undefined) recorded.set(name, { status: gap.verb, span });
      else diagnostics.push(markdown['duplicate-gap'](span, name, before.span));
    }
  }
  return recorded;
}

function findOtherContent(facts: PartFacts, gap: GapSentence): Span | undefined {
  return facts.firstContent ?? facts.gaps.find((other) => other !== gap)?.span;
}
