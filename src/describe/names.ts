/** The name of an operation as one word: `create Invoice` becomes `createInvoice`. */
export function toOperationId(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** Joins the words of a name in PascalCase. */
export function toPascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
