import type { QueryValues } from '../../contracts/store.ts';

/** Where a bound value comes from at each asking. */
export type Source = (values: QueryValues) => unknown;

/** A piece of SQL: `sources[i]` is bound between `texts[i]` and `texts[i + 1]`. */
export interface Fragment {
  readonly texts: readonly string[];
  readonly sources: readonly Source[];
}

/** Puts SQL together: a string is text as it is (quote names first), a function is a bound value, a fragment is taken in. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (string | Source | Fragment)[]): Fragment {
  const texts = [strings[0]!];
  const sources: Source[] = [];
  const write = (text: string): void => {
    texts[texts.length - 1] += text;
  };
  parts.forEach((part, index) => {
    if (typeof part === 'string') write(part);
    else if (typeof part === 'function') {
      sources.push(part);
      texts.push('');
    } else {
      write(part.texts[0]!);
      texts.push(...part.texts.slice(1));
      sources.push(...part.sources);
    }
    write(strings[index + 1]!);
  });
  return { texts, sources };
}

/** Joins pieces with a text between them; of none it is an empty text. */
export function join(pieces: readonly Fragment[], between: string): Fragment {
  const [first = sql``, ...rest] = pieces;
  return rest.reduce((left, right) => sql`${left}${between}${right}`, first);
}

/** The text of a fragment, each bound value written by `placeholder` (its index counts from 0). */
export function formatFragment(fragment: Fragment, placeholder: (index: number) => string): string {
  return fragment.texts.reduce((text, next, index) => text + placeholder(index - 1) + next);
}

/** Stands for a bound value in SQL text that is made elsewhere; names hold no U+0000. */
export const hole = '\u0000';

/** Takes in SQL text with a `hole` for each source. */
export function fillHoles(text: string, sources: readonly Source[]): Fragment {
  return { texts: text.split(hole), sources };
}
