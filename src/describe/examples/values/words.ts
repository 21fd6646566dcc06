import { nameFully, nameLogin, people, pick } from './people.ts';

/** The last words of names, and the value of fields with such a name; `index` chooses among several people, things or places. */
type Wording = readonly [endings: string, value: (index: number) => string];

const things = ['Blue notebook', 'Brass pen', 'Reading lamp', 'Desk clock', 'Paper, 500 sheets', 'Ink, black'];
const titles = [
  'Notes on the Analytical Engine',
  'On computable numbers',
  'A mathematical theory',
  'The first compiler',
];
const texts = [
  'Thank you for your order.',
  'Please send it to the side entrance.',
  'As we agreed on the phone.',
  'Looks good to me.',
];
const cities = ['London', 'Vienna', 'Lisbon', 'Oslo'];
const colors = ['teal', 'amber', 'indigo', 'coral'];
const shops = ['acme', 'globex', 'initech', 'umbrella'];
const tags = ['computing', 'history', 'mathematics', 'engines'];
const numbered = (prefix: string, first: number) => (index: number) => `${prefix}${first + index}`;

/** Adds to each word of a list the words with one of the endings. */
const withOptional = (list: string, ...endings: readonly string[]): string =>
  [list, ...endings.map((ending) => list.replaceAll(/(?= |$)/g, ending))].join(' ');

/** In the order of precedence; names are in lower case, their words joined by `_`. A table starts faster than patterns, which V8 compiles. */
const wordings: readonly Wording[] = [
  ['mail email email_address', (i) => `${nameLogin(i)}@example.com`],
  ['first_name given_name forename', (i) => pick(people, i)[0]],
  ['last_name family_name surname', (i) => pick(people, i)[1]],
  ['username user_name login handle nick nickname', nameLogin],
  ['password passphrase', () => 'correct horse battery staple'],
  ['slug', (i) => pick(titles, i).toLowerCase().replaceAll(/\W+/g, '-')],
  [
    withOptional('company organization organisation vendor supplier employer', '_name'),
    (i) => pick(['Acme Ltd', 'Globex Inc.'], i),
  ],
  ['shop store tenant org account house workspace team realm', (i) => pick(shops, i)],
  [withOptional('product item article goods file part', '_name'), (i) => pick(things, i)],
  ['currency', (i) => pick(['EUR', 'USD', 'GBP'], i)],
  ['country country_code', (i) => pick(['GB', 'AT', 'PT', 'NO'], i)],
  ['city town', (i) => pick(cities, i)],
  [withOptional(withOptional('street address', '_line'), '1', '_1'), (i) => `${12 + i} St James's Square`],
  ['zip postcode post_code postalcode postal_code', (i) => `SW1Y ${4 + (i % 5)}LE`],
  ['state region province county', (i) => pick(['Surrey', 'Kent', 'Essex'], i)],
  [withOptional('phone mobile telephone fax', '_number'), (i) => `+44 20 7946 ${String(18 + i).padStart(4, '0')}`],
  ['lang language', (i) => pick(['en', 'de', 'pt'], i)],
  ['locale', (i) => pick(['en-GB', 'de-AT'], i)],
  ['timezone time_zone tz', () => 'Europe/London'],
  ['color colour', (i) => pick(colors, i)],
  [withOptional('image avatar picture photo logo icon', '_url'), (i) => `https://example.com/${nameLogin(i)}.png`],
  ['url uri link website homepage callback webhook', (i) => `https://example.com/${nameLogin(i)}`],
  ['ip ip_address', (i) => `192.0.2.${i + 1}`],
  ['sku', numbered('SKU-', 1001)],
  ['reference ref number order_no no', numbered('R-', 1001)],
  ['code coupon voucher', numbered('A', 12)],
  ['seat place room table', numbered('A', 12)],
  ['isbn', () => '978-0-13-110362-7'],
  ['version', (i) => `1.${i}.0`],
  [withOptional('tag topic label category kind genre', 'list', '_list'), (i) => pick(tags, i)],
  ['title subject headline show caption', (i) => pick(titles, i)],
  ['buyer owner author customer contact recipient sender assignee guest patient holder payee', nameFully],
  ['name display_name full_name', nameFully],
  ['reason', (i) => pick(['Asked for by the customer', 'Sent twice by mistake'], i)],
  ['bio about', () => 'Writes programs for machines that do not exist yet.'],
  [withOptional('text body content memo note comment message description summary remark', 's'), (i) => pick(texts, i)],
];

/** The precedence of each ending. */
const precedence = new Map(wordings.flatMap(([list], at) => list.split(' ').map((ending) => [ending, at] as const)));

/** Returns the wording of a name: the first whose ending is the name or its last words. */
function findWording(name: string): Wording | undefined {
  let first = wordings.length;
  for (let from = 0; from !== -1; ) {
    first = Math.min(first, precedence.get(name.slice(from)) ?? first);
    const next = name.indexOf('_', from);
    from = next === -1 ? -1 : next + 1;
  }
  return wordings[first];
}

/** The words of a field's name in lower case: `tagList` is `tag_list`. */
export function splitName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}

/** Returns the example of a Meaning: the text in backticks after *such as* or *for example*. */
export function findStatedExample(meaning: string | undefined): string | undefined {
  return /(?:such as|for example|e\.g\.),? `([^`]+)`/.exec(meaning ?? '')?.[1];
}

/** A text that a field of this name may hold; `holder` is the resource or object of the field. */
export function nameValue(name: string, holder: string | undefined, index: number): string {
  const field = splitName(name);
  const of = splitName(holder ?? '');
  if (/(^|_)name$/.test(field) && /(product|item|part|article|plan|project|room|tag|category|file)s?$/.test(of)) {
    return pick(things, index);
  }
  if (field === 'text' && /(line|item|position)s?$/.test(of)) return pick(things, index);
  const found = findWording(field);
  return found === undefined ? titleCase(field, index) : found[1](index);
}

function titleCase(field: string, index: number): string {
  const words = field.replaceAll('_', ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${String.fromCharCode(65 + (index % 26))}`;
}
