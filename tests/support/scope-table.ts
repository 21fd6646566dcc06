/** A row of a document's Operations table, as far as it concerns who may call it. */
export interface StatedOperation {
  /** The name by which scopes allow it. */
  readonly name: string;
  readonly action: string;
  readonly verb: string;
  readonly subject: string;
  readonly statuses: readonly number[];
}

/** A row of a document's Scopes table. */
export interface StatedScope {
  readonly scope: string;
  readonly allows: readonly string[];
  readonly where: string;
}

/** What a document says of who may do what, read from its text alone: no code of the service has a say in it. */
export interface ScopeTable {
  readonly operations: readonly StatedOperation[];
  /** Undefined where the document states no scopes: everybody may do everything. */
  readonly scopes: readonly StatedScope[] | undefined;
}

/** A caller: undefined sends no credential. */
export type StatedCaller =
  | { readonly scopes: readonly string[]; readonly attributes: Readonly<Record<string, unknown>> }
  | undefined;

/** The rows of each table whose first column has this title. */
function rowsUnder(text: string, first: string): readonly Readonly<Record<string, string>>[] {
  const lines = text.split('\n');
  const cells = (line: string): string[] =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
  const found: Record<string, string>[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!lines[at]!.startsWith(`| ${first} |`)) continue;
    const titles = cells(lines[at]!);
    for (at += 2; lines[at]?.startsWith('|'); at++) {
      const row = cells(lines[at]!);
      found.push(Object.fromEntries(titles.map((title, i) => [title, row[i] ?? ''])));
    }
  }
  return found;
}

/** Reads the two tables of a document. */
export function scopeTable(text: string): ScopeTable {
  const operations = rowsUnder(text, 'Operation').flatMap((row): readonly StatedOperation[] => {
    const [action = '', alias] = row.Operation!.split(' as ');
    const [, first = '', more = '', ...subject] =
      /^([\w()-]+)((?:, [\w-]+)*)(?: (?!\(handler\))(\w+))?/.exec(action) ?? [];
    const statuses = [...(row.Response ?? '').replaceAll(/`[^`]*`/g, '').matchAll(/\b\d{3}\b/g)].map(([status]) =>
      Number(status),
    );
    return [first, ...more.split(', ').slice(1)].map((verb) => {
      const plain = [verb, ...subject.filter((word) => word !== undefined)].join(' ');
      const usual = verb === 'create' ? 201 : verb === 'delete' ? 204 : 200;
      return {
        name: alias ?? plain,
        action: plain,
        verb,
        subject: subject.join(' '),
        statuses: statuses.length > 0 ? statuses : [usual],
      };
    });
  });
  const rows = rowsUnder(text, 'Scope').filter((row) => row.Allows !== undefined);
  const tenant = /^- Tenant: (\w+)$/m.exec(text)?.[1];
  const ofTenant = (where: string): string => {
    if (tenant === undefined || where.includes('all tenants')) return where;
    const own = `${tenant} == caller.${tenant}`;
    return where === '' ? own : `${own} and ${where}`;
  };
  const scopes = rows.map((row) => ({
    scope: row.Scope!,
    allows: row.Allows!.split(',').map((part) => part.trim()),
    where: row.Scope === 'public' ? row.Where!.replaceAll('`', '') : ofTenant(row.Where!.replaceAll('`', '')),
  }));
  return { operations, scopes: scopes.length === 0 ? undefined : scopes };
}

/** The rows that list an operation and apply to a caller. */
export function applying({ scopes }: ScopeTable, of: StatedOperation, caller: StatedCaller): readonly StatedScope[] {
  const lists = ({ allows }: StatedScope): boolean =>
    allows.some(
      (allow) => allow === 'all' || allow === of.name || (of.subject !== '' && allow === `all ${of.subject}`),
    );
  const applies = ({ scope }: StatedScope): boolean =>
    scope === 'public' || (caller !== undefined && (scope === 'authenticated' || caller.scopes.includes(scope)));
  return (scopes ?? []).filter((row) => lists(row) && applies(row));
}

/** Whether a row rule of comparisons joined by `and` and `or` holds. */
export function holds(where: string, record: Readonly<Record<string, unknown>>, caller: StatedCaller): boolean {
  if (where === '') return true;
  const value = (term: string): unknown => {
    if (term.startsWith('"')) return JSON.parse(term);
    if (term.startsWith('caller.')) return caller?.attributes[term.slice('caller.'.length)];
    if (/^[a-z_]+$/.test(term)) return record[term];
    throw new Error(`the test does not know what ${term} is`);
  };
  const compared = (term: string): boolean => {
    const [left, right, ...more] = term.split(' == ').map((part) => part.trim());
    if (right === undefined || more.length > 0) throw new Error(`the test does not know what ${term} asks`);
    return value(left!) !== undefined && value(left!) === value(right);
  };
  return where.split(' or ').some((all) => all.split(' and ').every(compared));
}

/** Whether an operation may be called at all, before any record is looked at. */
export function mayCall(table: ScopeTable, of: StatedOperation, caller: StatedCaller): boolean {
  return table.scopes === undefined || applying(table, of, caller).length > 0;
}

/** Whether an operation's row rules let a caller at a record. */
export function mayReach(
  table: ScopeTable,
  of: StatedOperation,
  record: Readonly<Record<string, unknown>>,
  caller: StatedCaller,
): boolean {
  return table.scopes === undefined || applying(table, of, caller).some(({ where }) => holds(where, record, caller));
}

/** The operations by which a caller may read records: `read X`, else `list X`; without both in the document any about X. */
function readers(table: ScopeTable, subject: string, caller: StatedCaller): readonly StatedOperation[] {
  const about = table.operations.filter((operation) => operation.subject === subject);
  const groups = ['read', 'list'].map((verb) => about.filter((operation) => operation.verb === verb));
  if (groups.every((group) => group.length === 0)) return about;
  return groups.find((group) => group.some((operation) => mayCall(table, operation, caller))) ?? [];
}

/** Whether a caller may read a record. */
export function mayRead(
  table: ScopeTable,
  subject: string,
  record: Readonly<Record<string, unknown>>,
  caller: StatedCaller,
): boolean {
  return readers(table, subject, caller).some((reader) => mayReach(table, reader, record, caller));
}

/** Whether a caller may refer to a record, or name it as the parent in a path: one who may read none by any row about X. */
export function maySee(
  table: ScopeTable,
  subject: string,
  record: Readonly<Record<string, unknown>>,
  caller: StatedCaller,
): boolean {
  const read = readers(table, subject, caller);
  const counted = read.length > 0 ? read : table.operations.filter((operation) => operation.subject === subject);
  return counted.some((operation) => mayReach(table, operation, record, caller));
}
