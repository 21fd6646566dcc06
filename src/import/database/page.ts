import type { LossSink } from '../ledger/ledger.ts';
import { cell, type Page, type Row, row, type Section, section, type Words, words } from '../page/model.ts';
import { createTypeNames } from '../page/names.ts';
import { writeProse } from '../page/prose.ts';
import { formatField, formatMeaning, formatString } from '../page/text.ts';
import { get, isTrue, listEntries, listItems, readString, type Tree } from '../source/tree.ts';
import { readCheck } from './checks.ts';
import { readColumnType } from './types.ts';

/** Makes the page of a catalog: a resource for each table whose key is one column. Operations, states and rights are not in a database. */
export function makeDatabasePage(root: Tree, name: string, losses: LossSink): Page {
  const names = createTypeNames();
  const tables = new Map(
    listEntries(get(root, 'tables')).map(([table, tree]) => {
      const given = names.give(table);
      losses.rename(tree, table, given);
      return [table, { tree, name: given, key: findKey(tree) }] as const;
    }),
  );
  return {
    name: words(name),
    summary: [],
    parts: [
      {
        part: 'resources',
        sections: [...tables.values()].map((table) => writeTable(table, tables, losses)),
        notes: [],
      },
    ],
  };
}

interface TableOf {
  readonly tree: Tree;
  readonly name: string;
  /** The column of the primary key, if it is one. */
  readonly key: string | undefined;
}

function findKey(tree: Tree): string | undefined {
  const keys = listEntries(get(tree, 'columns')).filter(([, column]) => get(column, 'key') !== undefined);
  return keys.length === 1 ? keys[0]?.[0] : undefined;
}

function writeTable(table: TableOf, tables: ReadonlyMap<string, TableOf>, losses: LossSink): Section {
  const { tree, name, key } = table;
  const isResource = key !== undefined;
  const own = section(words(isResource ? name : `${name} (object)`));
  own.prose.push(...writeProse(readString(get(tree, 'comment')) ?? '', get(tree, 'comment')));
  const references = isResource ? listReferences(tree, tables) : new Map<string, Reference>();
  for (const reference of listItems(get(tree, 'references')))
    if (![...references.values()].some((one) => one.tree === reference))
      losses.lose(reference, 'nothing', 'A `ref` is one field, and names the identity of its resource.');
  const uniques = isResource ? listUniques(tree, key) : new Map<string, Words>();
  for (const unique of listItems(get(tree, 'uniques')))
    if (![...uniques.values()].some(({ says }) => says.includes(unique)))
      losses.lose(unique, 'nothing', 'A field has one `unique`, and the identity is unique.');
  if (!isResource)
    for (const [, column] of listEntries(get(tree, 'columns')))
      losses.lose(get(column, 'key'), 'an object', 'A record has an identity of one field.');
  const checks = listItems(get(tree, 'checks')).flatMap((check) => {
    const read = readCheck(readString(check) ?? '');
    if (read === undefined) losses.lose(check, 'nothing', 'Import reads checks of one column against literals.');
    return read === undefined ? [] : [{ ...read, tree: check }];
  });
  const rows: Row[] = [];
  for (const [column, facts] of listEntries(get(tree, 'columns'))) {
    const field = formatField(column);
    if (field === undefined) {
      losses.lose(facts, 'nothing', 'The language has no field of this name.');
      continue;
    }
    const own = checks.filter((check) => check.column === column);
    rows.push(
      writeColumn(
        {
          field,
          facts,
          isKey: column === key,
          isResource,
          reference: references.get(column),
          unique: uniques.get(column),
          checks: own,
        },
        losses,
      ),
    );
  }
  own.tables.push({ columns: ['Field', 'Type', 'Constraints', 'Meaning'], rows });
  return own;
}

interface ColumnOf {
  readonly field: string;
  readonly facts: Tree;
  readonly isKey: boolean;
  readonly isResource: boolean;
  readonly reference: Reference | undefined;
  readonly unique: Words | undefined;
  readonly checks: readonly {
    readonly tree: Tree;
    readonly values?: readonly string[];
    readonly constraint?: string;
  }[];
}

function writeColumn({ field, facts, isKey, isResource, reference, unique, checks }: ColumnOf, losses: LossSink): Row {
  const [type, notNull, standard] = [get(facts, 'type'), get(facts, 'notNull'), get(facts, 'default')];
  const typed = readColumnType(readString(type) ?? '', get(facts, 'values'));
  if (/^(numeric|decimal)\s*\(/.test(readString(type) ?? ''))
    losses.lose(type, `\`${typed.type}\``, 'A decimal states no number of digits.');
  const values = checks.find((check) => check.values !== undefined && typed.type === 'string');
  const base =
    reference !== undefined
      ? `ref ${reference.to}`
      : values?.values === undefined
        ? typed.type
        : `one of ${values.values.map(formatString).join(', ')}`;
  const constraints: Words[] = [];
  const isNull = !isKey && notNull === undefined && isResource;
  const literal = readLiteral(readString(standard), typed.type);
  const isTime =
    /^(current_timestamp|now\(\)|\(?datetime\('now'\)\)?)$/i.test(readString(standard) ?? '') &&
    typed.type === 'date-time';
  if (isKey) constraints.push(...(field === 'id' ? [] : [words('identity')]), ...writeKey(typed.type, facts, standard));
  else if (isTrue(get(facts, 'generated'))) constraints.push(words('read-only', get(facts, 'generated')));
  else if (isTime && isResource) constraints.push(words('assigned', standard));
  else if (literal !== undefined) constraints.push(words(`default ${literal}`, standard));
  else if (notNull !== undefined) constraints.push(words('required', notNull));
  if (standard !== undefined && !isKey && literal === undefined && !isTime)
    losses.lose(standard, 'nothing', 'A default is a literal.');
  const isBounded = checks.some(({ constraint }) => constraint?.endsWith(' characters'));
  if (typed.length !== undefined && values === undefined && reference === undefined && !isBounded)
    constraints.push(words(typed.length));
  for (const check of checks) if (check.constraint !== undefined) constraints.push(words(check.constraint, check.tree));
  if (unique !== undefined) constraints.push(unique);
  if (reference?.onDelete !== undefined) constraints.push(words(reference.onDelete));
  const isAssigned = isTime && isResource;
  for (const check of checks)
    if (check.values !== undefined && check !== values)
      losses.lose(check.tree, 'nothing', 'Values of `one of` are strings.');
  return row({
    Field: cell(
      field,
      isKey ? get(facts, 'key') : undefined,
      isKey || isAssigned || literal !== undefined ? notNull : undefined,
    ),
    Type: cell(
      isNull && !isAssigned && base !== 'any' ? `${base} or null` : base,
      type,
      get(facts, 'values'),
      reference?.tree,
      values?.tree,
    ),
    Constraints: { items: constraints },
    Meaning: cell(formatMeaning(readString(get(facts, 'comment')) ?? ''), get(facts, 'comment')),
  });
}

/** An integer key counts; a key with a default is generated, any other is sent. */
function writeKey(type: string, facts: Tree, standard: Tree | undefined): readonly Words[] {
  const counts = /^(integer|int32|int64)$/.test(type) || (standard !== undefined && /^(uuid|uuidv7)$/.test(type));
  return [counts ? words('assigned', standard) : words('required', get(facts, 'notNull'))];
}

interface Reference {
  readonly tree: Tree;
  readonly to: string;
  readonly onDelete: string | undefined;
}

function listReferences(tree: Tree, tables: ReadonlyMap<string, TableOf>): ReadonlyMap<string, Reference> {
  const found = new Map<string, Reference>();
  for (const reference of listItems(get(tree, 'references'))) {
    const target = tables.get(readString(get(reference, 'table')) ?? '');
    const [from, ...more] = listItems(get(reference, 'columns')).map((one) => readString(one) ?? '');
    const to = listItems(get(reference, 'to')).map((one) => readString(one) ?? '');
    if (target?.key === undefined || from === undefined || more.length > 0 || found.has(from)) continue;
    if (to.length > 0 && to[0] !== target.key) continue;
    const effect = {
      cascade: 'on delete cascade',
      'set null': 'on delete clear',
      restrict: 'on delete restrict',
      'no action': 'on delete restrict',
    };
    found.set(from, {
      tree: reference,
      to: target.name,
      onDelete: effect[readString(get(reference, 'onDelete')) as keyof typeof effect],
    });
  }
  return found;
}

function listUniques(tree: Tree, key: string): ReadonlyMap<string, Words> {
  const found = new Map<string, Words>();
  for (const unique of listItems(get(tree, 'uniques'))) {
    const names = listItems(unique).map((one) => readString(one) ?? '');
    const first = names.find((name) => name !== key && !found.has(name));
    if (first === undefined || names.includes(key) || names.some((name) => formatField(name) !== name)) continue;
    const others = names.filter((name) => name !== first);
    found.set(first, words(others.length === 0 ? 'unique' : `unique with ${others.join(', ')}`, unique));
  }
  return found;
}

/** Returns the literal of a default of SQL. */
function readLiteral(text: string | undefined, type: string): string | undefined {
  if (text === undefined) return undefined;
  const [, quoted] = /^'((?:[^']|'')*)'(?:::[\w ."[\]()]+)?$/.exec(text) ?? [];
  const plain = quoted?.replaceAll("''", "'");
  if (type === 'boolean')
    return /^(1|true)$/i.test(plain ?? text) ? 'true' : /^(0|false)$/i.test(plain ?? text) ? 'false' : undefined;
  if (plain !== undefined)
    return /^(integer|int32|int64|number)$/.test(type) || /[\u0000-\u001f]/.test(plain)
      ? undefined
      : formatString(plain);
  if (!/^-?[0-9]+(\.[0-9]+)?$/.test(text)) return undefined;
  if (type === 'decimal') return JSON.stringify(text);
  return /^(integer|int32|int64|number)$/.test(type) ? text : undefined;
}
