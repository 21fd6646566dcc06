import { DiagnosticList, type DiagnosticSink } from '../diagnostics/list.ts';
import { type Source, slice } from '../text/location.ts';
import type { Block } from './blocks/block.ts';
import { readBlocks } from './blocks.ts';
import type { AspectStatus, CellGap, Content, PartContent } from './content.ts';
import { markdown } from './diagnostics.ts';
import { looksLikeGap } from './gaps.ts';
import type { PartGrammar, PartName } from './grammar.ts';
import { recognizePart } from './part-content.ts';
import { splitSections } from './sections.ts';

/**
 * Reads a document by the grammars of its parts: sections, tables, fact lines, gap sentences and what they leave open.
 * It reads any text in linear time, never throws, and writes down on its very line what it does not understand.
 */
export function recognizeDocument(source: Source, grammars: readonly PartGrammar[]): Content {
  const diagnostics = new DiagnosticList();
  const cellGaps: CellGap[] = [];
  const blocks = readBlocks(source, diagnostics);
  if (blocks === undefined) {
    const aspects = grammars.flatMap(listMissingAspects);
    return { source, grammars, title: undefined, summary: [], parts: new Map(), aspects, diagnostics, cellGaps };
  }
  const { title, summary, sections } = splitSections(blocks, grammars, source.text.length, diagnostics);
  checkSummary(source, summary, diagnostics);
  const parts = new Map<PartName, PartContent>();
  const aspects: AspectStatus[] = [];
  const whole = { source, blocks, grammars, diagnostics, cellGaps, statedElsewhere: new Map() };
  for (const grammar of grammars) {
    const section = sections.find((candidate) => candidate.grammar === grammar);
    if (section === undefined) aspects.push(...listMissingAspects(grammar));
    else {
      const read = recognizePart(whole, section);
      parts.set(grammar.part, read.content);
      aspects.push(...read.aspects);
    }
  }
  const prose = summary.filter((block) => isShown(block)).map(({ span }) => span);
  return {
    source,
    grammars,
    title,
    summary: prose,
    parts,
    aspects,
    diagnostics,
    cellGaps,
  };
}

function listMissingAspects(grammar: PartGrammar): AspectStatus[] {
  return grammar.aspects.map(({ name }) => ({ part: grammar.part, aspect: name, status: 'missing', span: undefined }));
}

function isShown(block: Block): boolean {
  return block.kind === 'paragraph' || (block.kind === 'prose' && block.form !== 'comment');
}

/** Above the first part all is prose: tables, fact lines and gaps have no part there. */
function checkSummary(source: Source, blocks: readonly Block[], diagnostics: DiagnosticSink): void {
  for (const block of blocks) {
    if (block.kind === 'table') diagnostics.push(markdown['table-outside-part'](block.span));
    if (block.kind === 'fact')
      diagnostics.push(markdown['unknown-fact'](block.name.span, block.name.text, undefined, []));
    if (block.kind === 'paragraph' && looksLikeGap(slice(source, block.span))) {
      diagnostics.push(markdown['gap-outside-part'](block.span));
    }
  }
}
