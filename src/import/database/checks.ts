/** A check of one column. */
export interface ColumnCheck {
  readonly column: string;
  readonly values?: readonly string[];
  readonly constraint?: string;
}

const name = '\\(*"?([A-Za-z_][A-Za-z0-9_]*)"?\\)*(?:::[a-z ]+)?';

/** Reads a check of a column against literals: values, a bound, two bounds, or a length; undefined for any other. */
export function readCheck(sql: string): ColumnCheck | undefined {
  const text = sql
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  const values =
    new RegExp(`^${name} in \\((.*)\\)$`, 'i').exec(text) ??
    new RegExp(`^${name} = any \\(+array\\[(.*)\\]\\)*(?:::[a-z ]+\\[\\]\\))?$`, 'i').exec(text);
  if (values !== null) {
    const items = [...values[2]!.matchAll(/'((?:[^']|'')*)'(?:::[a-z ]+)?/g)].map((found) =>
      found[1]!.replaceAll("''", "'"),
    );
    const rest = values[2]!.replace(/'(?:[^']|'')*'(?:::[a-z ]+)?/g, '').replace(/[\s,]/g, '');
    return items.length > 0 && rest === '' ? { column: values[1]!, values: items } : undefined;
  }
  const between =
    new RegExp(`^${name} between (-?[0-9.]+) and (-?[0-9.]+)$`, 'i').exec(text) ??
    new RegExp(`^${name} >= \\(?(-?[0-9.]+)\\)* and \\(*"?\\1"? <= \\(?(-?[0-9.]+)\\)*$`, 'i').exec(text);
  if (between !== null) return { column: between[1]!, constraint: `${between[2]}..${between[3]}` };
  const length = new RegExp(`^(?:length|char_length)\\(${name}\\) <= ([0-9]+)$`, 'i').exec(text);
  if (length !== null) return { column: length[1]!, constraint: `..${length[2]} characters` };
  const bound = new RegExp(`^${name} (>=|<=) \\(?(-?[0-9.]+)\\)?(?:::[a-z ]+)?$`, 'i').exec(text);
  if (bound === null) return undefined;
  return { column: bound[1]!, constraint: bound[2] === '>=' ? `${bound[3]}..` : `..${bound[3]}` };
}
