import type { Described, Documented, MarkdownPlan } from '../../plan/documentation.ts';
import { getLineNumber, type Source, type SourceText, type Span, slice } from '../../text/location.ts';

/** Returns the cell Meaning of a row as the plan has it. */
export function planMeaning({ meaning }: { readonly meaning?: SourceText }): Documented {
  return meaning === undefined ? {} : { meaning: meaning.text };
}

/** Returns the prose below a heading as the plan has it. */
export function planDescription(source: Source, prose: readonly Span[]): Described {
  return prose.length === 0 ? {} : { description: prose.map((span) => planMarkdown(source, span)) };
}

/** Returns source text as the plan has it; how the file ends its lines changes no plan. */
function planMarkdown(source: Source, span: Span): MarkdownPlan {
  return { text: slice(source, span).replaceAll('\r\n', '\n'), line: getLineNumber(source, span) };
}
