import type { ParseContext, PartContent } from '../../markdown/content.ts';
import { createFactReader } from '../../markdown/records.ts';
import { grammar } from './grammar.ts';
import type { PurposeModel } from './model.ts';

/** Reads the part "What the service does": its prose and the lines that bound it. */
export function read(content: PartContent, context: ParseContext): PurposeModel {
  return { prose: content.prose, ...readFacts(content.facts, context) };
}

const readFacts = createFactReader(grammar, 'part', {});
