import type { LossSink } from '../../ledger/ledger.ts';
import { cell, type Part, type Row, row, section, words } from '../../page/model.ts';
import { createPlainNames } from '../../page/names.ts';
import { formatMeaning } from '../../page/text.ts';
import { get, listEntries, listItems, readString, type Tree } from '../../source/tree.ts';
import type { Api } from '../api.ts';
import type { WrittenOperation } from '../operations.ts';

/** Writes the schemes, and which operations each scope allows. Without a statement about security, the part is a gap. */
export function writeAuthentication(api: Api, operations: readonly WrittenOperation[], losses: LossSink): Part {
  const own = section();
  const schemes = writeSchemes(api, losses);
  own.tables.push({ columns: ['Scheme', 'Kind', 'Sent in', 'Meaning'], rows: schemes });
  const isStated = api.schemes.length > 0 || operations.some(({ operation }) => operation.security !== undefined);
  if (isStated)
    own.tables.push({ columns: ['Scope', 'Allows', 'Where', 'Meaning'], rows: writeScopes(operations, losses) });
  return { part: 'authentication', sections: [own], notes: [] };
}

function writeSchemes({ schemes, sources }: Api, losses: LossSink): Row[] {
  const names = createPlainNames([]);
  return schemes.map(([key, stated]) => {
    const tree = sources.follow(stated)?.target ?? stated;
    const { kind, sentIn, says } = readScheme(tree);
    const name = lowerFirst(names.give(key));
    losses.rename(tree, key, name);
    const description = get(tree, 'description');
    if (kind === 'not shown')
      losses.lose(
        get(tree, 'type'),
        'Kind `not shown`',
        'The source does not say what the credential is, or the language has no such kind.',
      );
    return row({
      Scheme: cell(name),
      Kind: cell(kind, ...(kind === 'not shown' ? [] : says)),
      'Sent in': cell(sentIn, ...(kind === 'not shown' ? says : [])),
      Meaning: cell(formatMeaning(readString(description) ?? ''), description),
    });
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function readScheme(tree: Tree): { readonly kind: string; readonly sentIn: string; readonly says: readonly Tree[] } {
  const [type, scheme] = [get(tree, 'type'), get(tree, 'scheme')];
  const [place, name, bearer] = [get(tree, 'in'), get(tree, 'name'), get(tree, 'bearerFormat')];
  const says = [type, scheme, place, name].filter((one) => one !== undefined);
  if (readString(type) === 'basic' || readString(scheme)?.toLowerCase() === 'basic')
    return { kind: 'basic', sentIn: 'header Authorization: Basic', says };
  if (readString(type) === 'apiKey' || readString(type) === 'httpApiKey') {
    const sent = `${readString(place)} ${readString(name)}`;
    const isPlain = /^(header|query|cookie) [A-Za-z0-9_.-]+$/.test(sent) && !/^header authorization$/i.test(sent);
    return {
      kind: isPlain ? 'api key' : 'not shown',
      sentIn: isPlain ? sent : 'not shown',
      says,
    };
  }
  if (readString(type) === 'http' && readString(scheme)?.toLowerCase() === 'bearer') {
    const isJwt = /^jwt$/i.test(readString(bearer) ?? '');
    return {
      kind: isJwt ? 'jwt' : 'not shown',
      sentIn: 'header Authorization: Bearer',
      says: isJwt ? [...says, bearer!] : says,
    };
  }
  if (readString(type) === 'oauth2' || readString(type) === 'openIdConnect')
    return { kind: 'not shown', sentIn: 'header Authorization: Bearer', says: [] };
  return { kind: 'not shown', sentIn: 'not shown', says: [] };
}

interface ScopeRow {
  readonly scope: string;
  readonly where: string;
  readonly meaning: string;
  readonly allows: string[];
  readonly says: Tree[];
}

/** Writes a row for each set of scopes: the alternatives of a requirement are rows of their own. */
function writeScopes(operations: readonly WrittenOperation[], losses: LossSink): Row[] {
  const rows = new Map<string, ScopeRow>();
  const add = (scope: string, where: string, meaning: string, name: string, says: readonly Tree[]): void => {
    const key = JSON.stringify([scope, where, meaning]);
    const found = rows.get(key) ?? { scope, where, meaning, allows: [], says: [] };
    if (!found.allows.includes(name)) found.allows.push(name);
    found.says.push(...says);
    rows.set(key, found);
  };
  for (const { operation, name } of operations) {
    const requirements = listItems(operation.security);
    if (requirements.length === 0)
      add('public', '', '', name, operation.security === undefined ? [] : [operation.security]);
    for (const requirement of requirements) addRequirement(requirement, name, add, losses);
  }
  return [...rows.values()].map(({ scope, where, meaning, allows, says }) =>
    row({
      Scope: cell(scope, ...says),
      Allows: { items: allows.map((name) => words(name)), joint: ', ' },
      Where: cell(where),
      Meaning: cell(meaning),
    }),
  );
}

type Add = (scope: string, where: string, meaning: string, name: string, says: readonly Tree[]) => void;

function addRequirement(requirement: Tree, name: string, add: Add, losses: LossSink): void {
  const schemes = listEntries(requirement);
  const scopes = schemes.flatMap(([, list]) => listItems(list));
  const [first, ...more] = scopes.map((scope) => readString(scope) ?? '');
  if (schemes.length === 0) add('public', '', '', name, [requirement]);
  else if (schemes.length > 1) {
    losses.lose(requirement, 'Where `not shown`', 'The language has no operation that needs two credentials.');
    const meaning = `needs ${schemes.map(([scheme]) => formatMeaning(scheme)).join(' and ')}`;
    add('authenticated', 'not shown', meaning, name, []);
  } else if (first === undefined) add('authenticated', '', '', name, [schemes[0]![1]]);
  else {
    const legal = formatScope(first);
    losses.rename(scopes[0]!, first, legal);
    if (more.length === 0) add(legal, '', legal === first ? '' : formatMeaning(first), name, scopes);
    else {
      losses.lose(requirement, 'Where `not shown`', 'The language has no operation that needs two scopes.');
      add(legal, 'not shown', `needs ${more.map(formatMeaning).join(', ')} too`, name, []);
    }
  }
}

function formatScope(text: string): string {
  const name = text.replace(/[^A-Za-z0-9_.:-]+/g, '_').replace(/^[^A-Za-z0-9]+/, '');
  return name === '' || name === 'none' || name === 'public' || name === 'authenticated'
    ? `${name}_scope`.replace(/^_/, '')
    : name;
}
