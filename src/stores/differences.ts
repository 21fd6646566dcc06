/** Names and their definitions. */
export type Texts = readonly (readonly [name: string, text: string])[];

/** The tables of resources as text: by column and by index its definition. Equal texts are equal tables. */
export type TableTexts = readonly { readonly table: string; readonly columns: Texts; readonly indexes: Texts }[];

/** Returns the differences between the tables of a database and the required ones, each as a clause of a sentence. */
export function compareTables(found: TableTexts, needed: TableTexts): readonly string[] {
  const before = new Map(found.map((entry) => [entry.table, entry]));
  const after = new Map(needed.map((entry) => [entry.table, entry]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((table) => {
    const [old, now] = [before.get(table), after.get(table)];
    if (old === undefined) return [`the document now has the table \`${table}\` that the database does not`];
    if (now === undefined) return [`the database has the table \`${table}\` that the document does not`];
    return [
      ...compareElements('field', table, old.columns, now.columns),
      ...compareElements('index', table, old.indexes, now.indexes),
    ];
  });
}

function compareElements(word: 'field' | 'index', table: string, found: Texts, needed: Texts): readonly string[] {
  const before = new Map(found);
  const after = new Map(needed);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    if (old === now) return [];
    const what = `${word} \`${name}\` of \`${table}\``;
    if (old === undefined) return [`the document now has the ${what} that the database does not`];
    if (now === undefined) return [`the database has the ${what} that the document does not`];
    return [`the ${what} is \`${now}\` in the document and \`${old}\` in the database`];
  });
}

const mostNamed = 5;

/** The differences that a message names, and how many more there are. */
export function formatDifferences(found: readonly string[]): string {
  const more = found.length > mostNamed ? `; and ${found.length - mostNamed} more differences` : '';
  return found.slice(0, mostNamed).join('; ') + more;
}
