/** Returns the default store of a document: `invoices.db` next to `invoices.md`. */
export function getDefaultStore(document: string): string {
  return `sqlite:${document.replace(/\.(md|markdown)$/i, '')}.db`;
}
