import type { Statement } from './connect.ts';

/** A connection holds so many statements; the ones that code makes up later are read anew at each asking. */
const mostHeld = 4_000;

/** Gives each text a name of its own, the same at every asking. */
export function createStatements(): (text: string) => Statement {
  const known = new Map<string, Statement>();
  return (text) => {
    let statement = known.get(text);
    if (statement === undefined) {
      if (known.size >= mostHeld) return { text };
      statement = { text, name: `n${known.size}` };
      known.set(text, statement);
    }
    return statement;
  };
}
