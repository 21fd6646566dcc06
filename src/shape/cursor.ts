import type { Problem } from '../problems/problem.ts';
import type { Name, Span, Words } from '../text/place.ts';
import { spanIn } from '../text/place.ts';
import { problems } from './problems.ts';
import { type ShapeToken, shapeTokens } from './tokens.ts';

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Walks over the tokens of a shape and gathers what is wrong with them. */
export class ShapeCursor {
  readonly words: Words;
  readonly tokens: readonly ShapeToken[];
  readonly problems: Problem[] = [];
  /** How deep shapes may be nested, so that no text makes reading fail. */
  readonly deepest = 32;
  tooDeep = false;
  /** The end was reached inside a bracket, which has been said. */
  ended = false;
  at = 0;

  constructor(words: Words) {
    this.words = words;
    this.tokens = shapeTokens(words);
  }

  /** The token that comes next, or undefined at the end. */
  get token(): ShapeToken | undefined {
    return this.tokens[this.at];
  }

  is(mark: string): boolean {
    const token = this.token;
    return token?.kind === 'mark' && token.text === mark;
  }

  take(): ShapeToken {
    return this.tokens[this.at++]!;
  }

  /** Takes this word and the words that follow it; gives the last. */
  takeWords(): ShapeToken {
    let last = this.take();
    while (this.token?.kind === 'word') last = this.take();
    return last;
  }

  textOf(token: ShapeToken): string {
    return this.words.text.slice(token.from, token.to);
  }

  spanOf(token: ShapeToken): Span {
    return spanIn(this.words, token.from, token.to);
  }

  between(first: ShapeToken, last: ShapeToken): Span {
    return spanIn(this.words, first.from, last.to);
  }

  slice(from: number, to: number): Span {
    return spanIn(this.words, from, to);
  }

  /** The last unit of the shape, for what is missing behind it. */
  endSpan(): Span {
    const last = this.tokens[this.tokens.length - 1];
    return last === undefined ? this.words.span : spanIn(this.words, last.to - 1, last.to);
  }

  /** The value of a text in double quotes, or undefined (and a problem) when it is none. */
  stringValue(token: ShapeToken): string | undefined {
    if (token.open) {
      this.problems.push(problems.unclosed(this.slice(token.from, token.from + 1), '"', '"'));
      return undefined;
    }
    try {
      return JSON.parse(this.textOf(token)) as string;
    } catch {
      this.problems.push(problems['bad-text'](this.spanOf(token), this.textOf(token)));
      return undefined;
    }
  }

  /** Takes a key or a field's name: a word, or a text in double quotes. */
  key(): Name | undefined {
    const token = this.token!;
    if (token.kind === 'word') {
      this.take();
      return this.allowed({ value: token.text, span: this.spanOf(token) });
    }
    if (token.kind === 'string') {
      this.take();
      const value = this.stringValue(token);
      return value === undefined ? undefined : this.allowed({ value, span: this.spanOf(token) });
    }
    this.problems.push(problems.unexpected(this.spanOf(token), this.textOf(token), 'the name of a member was due'));
    return undefined;
  }

  private allowed(name: Name): Name | undefined {
    if (name.value !== '__proto__') return name;
    this.problems.push(problems['forbidden-name'](name.span));
    return undefined;
  }

  /**
   * Reads items between commas up to the closing mark, whose end it gives. An item that could not be read is left at the
   * next comma of its own level.
   */
  items(open: ShapeToken, closing: string, item: () => void): number {
    while (this.token !== undefined && !this.is(closing)) {
      const before = this.problems.length;
      item();
      if (this.token === undefined || this.is(closing)) break;
      if (!this.is(',')) {
        const found = this.token;
        const wanted = `a comma or \`${closing}\` was due`;
        if (before === this.problems.length) {
          this.problems.push(problems.unexpected(this.spanOf(found), this.textOf(found), wanted));
        }
        this.leave();
      }
      if (this.is(',')) {
        const comma = this.take();
        if (this.is(closing))
          this.problems.push(problems.unexpected(this.spanOf(comma), ',', 'nothing comes behind it'));
      } else if (this.token !== undefined && !this.is(closing)) break;
    }
    if (this.is(closing)) return this.spanOf(this.take()).end;
    if (!this.ended && !this.tooDeep) {
      this.problems.push(problems.unclosed(this.spanOf(open), open.text, closing));
    }
    this.ended = true;
    return this.endSpan().end;
  }

  /** Goes on to the next comma or closing bracket of the present level. */
  leave(): void {
    const waiting: string[] = [];
    for (; this.token !== undefined; this.at++) {
      const { kind, text } = this.token;
      if (kind !== 'mark') continue;
      const last = waiting[waiting.length - 1];
      if (last === undefined && (text === ',' || text === ')' || text === ']' || text === '}')) return;
      if (text === last) waiting.pop();
      else if (closers[text] !== undefined) waiting.push(closers[text]);
    }
  }
}
