import { toCamel, toPascal } from '../../words.ts';

/** The words that no argument of a method may have as its name, in the strict mode of modules and classes. */
const keywords =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield';

/** The other arguments of methods, and what their code names. */
const named = 'body call client connection each operations options parameters readPages readUntil result states';

const taken: ReadonlySet<string> = new Set(`${keywords} ${named}`.split(' '));

/** The types of TypeScript and of browsers that the code of a client names. */
export const globalTypes: readonly string[] =
  'AbortSignal ArrayBuffer AsyncGenerator AsyncIterable AsyncIterator Blob Extract FormData Headers Pick Promise PromiseLike ReadableStream Readonly ReadonlyMap Record Response URL'.split(
    ' ',
  );

/** Returns a name of the document as the name of an argument. */
export function nameArgument(name: string): string {
  const camel = toCamel(name);
  return taken.has(camel) || !/^[A-Za-z]/.test(camel) ? `own${toPascal(camel)}` : camel;
}
