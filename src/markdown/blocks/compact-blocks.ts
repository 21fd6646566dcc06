import type { SourceText, Span } from '../../text/location.ts';
import { normalizeSyntaxCell } from '../cells/words.ts';
import { parseFactForm } from '../facts/items.ts';
import type { Fact, Heading, ListItem, Paragraph } from './block.ts';

// A document may have a million of each of these: they keep numbers, and make their words when they are asked for.

/** A paragraph, which is its own place. */
export class LeanParagraph implements Paragraph, Span {
  readonly kind = 'paragraph';
  readonly start: number;
  readonly end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }

  get span(): Span {
    return this;
  }
}

/** A heading of a text, its words standing between `words.start` and `words.end`. */
export class LeanHeading implements Heading {
  readonly kind = 'heading';
  readonly level: 1 | 2 | 3;
  private readonly text: string;
  private readonly start: number;
  private readonly end: number;
  private readonly from: number;
  private readonly to: number;

  constructor(text: string, level: 1 | 2 | 3, span: Span, words: Span) {
    this.level = level;
    this.text = text;
    this.start = span.start;
    this.end = span.end;
    this.from = words.start;
    this.to = words.end;
  }

  get span(): Span {
    return { start: this.start, end: this.end };
  }

  get words(): SourceText {
    const { from, to } = this;
    return normalizeSyntaxCell({ text: this.text.slice(from, to), span: { start: from, end: to } }, true);
  }
}

/** A fact line of a text, made of a list item that has the form of one. */
export class LeanFact implements Fact {
  readonly kind = 'fact';
  private readonly text: string;
  private readonly start: number;
  private readonly end: number;
  private readonly first: number;
  private readonly last: number;
  private readonly lines: readonly Span[] | undefined;

  constructor(text: string, { start, first, last, lines }: ListItem, end: number) {
    this.text = text;
    this.start = start;
    this.end = end;
    this.first = first;
    this.last = last;
    this.lines = lines;
  }

  get span(): Span {
    return { start: this.start, end: this.end };
  }

  get name(): SourceText {
    return this.form().name;
  }

  get value(): SourceText {
    return this.form().value;
  }

  private form(): { readonly name: SourceText; readonly value: SourceText } {
    const { text, start, end, first, last, lines } = this;
    const form = parseFactForm(text, { start, end, first, last, lines, nested: false, ordered: false });
    if (form?.kind !== 'fact') throw new Error('a fact line was made of an item that is none');
    return form;
  }
}
