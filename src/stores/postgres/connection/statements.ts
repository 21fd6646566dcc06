import type { Statement } from './connect.ts';

/** The number of prepared statements per connection; later statements of handlers are parsed each time. */
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
