import { nameFully, nameLogin, people, pick } from './people.ts';

/** Values that fields of such names have, the first that fits; `index` chooses among several people, things or places. */
type Wording = readonly [names: RegExp, value: (index: number) => string];

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

/** In the order in which they are tried; a field's name is in lower case, its words joined by `_`. */
const wordings: readonly Wording[] = [
  [/(^|_)(e?mail|email_address)$/, (i) => `${nameLogin(i)}@example.com`],
  [/(^|_)(first_name|given_name|forename)$/, (i) => pick(people, i)[0]],
  [/(^|_)(last_name|family_name|surname)$/, (i) => pick(people, i)[1]],
  [/(^|_)(user_?name|login|handle|nick(name)?)$/, nameLogin],
  [/(^|_)(password|passphrase)$/, () => 'correct horse battery staple'],
  [/(^|_)slug$/, (i) => pick(titles, i).toLowerCase().replaceAll(/\W+/g, '-')],
  [/(^|_)(company|organi[sz]ation|vendor|supplier|employer)(_name)?$/, (i) => pick(['Acme Ltd', 'Globex Inc.'], i)],
  [/(^|_)(shop|store|tenant|org|account|house|workspace|team|realm)$/, (i) => pick(shops, i)],
  [/(^|_)(product|item|article|goods|file|part)(_name)?$/, (i) => pick(things, i)],
  [/(^|_)(currency)$/, (i) => pick(['EUR', 'USD', 'GBP'], i)],
  [/(^|_)(country)(_code)?$/, (i) => pick(['GB', 'AT', 'PT', 'NO'], i)],
  [/(^|_)(city|town)$/, (i) => pick(cities, i)],
  [/(^|_)(street|address)(_line)?_?1?$/, (i) => `${12 + i} St James's Square`],
  [/(^|_)(zip|post(al)?_?code)$/, (i) => `SW1Y ${4 + (i % 5)}LE`],
  [/(^|_)(state|region|province|county)$/, (i) => pick(['Surrey', 'Kent', 'Essex'], i)],
  [/(^|_)(phone|mobile|telephone|fax)(_number)?$/, (i) => `+44 20 7946 ${String(18 + i).padStart(4, '0')}`],
  [/(^|_)(lang|language)$/, (i) => pick(['en', 'de', 'pt'], i)],
  [/(^|_)locale$/, (i) => pick(['en-GB', 'de-AT'], i)],
  [/(^|_)(time_?zone|tz)$/, () => 'Europe/London'],
  [/(^|_)colou?r$/, (i) => pick(colors, i)],
  [/(^|_)(image|avatar|picture|photo|logo|icon)(_url)?$/, (i) => `https://example.com/${nameLogin(i)}.png`],
  [/(^|_)(url|uri|link|website|homepage|callback|webhook)$/, (i) => `https://example.com/${nameLogin(i)}`],
  [/(^|_)(ip|ip_address)$/, (i) => `192.0.2.${i + 1}`],
  [/(^|_)(sku)$/, numbered('SKU-', 1001)],
  [/(^|_)(reference|ref|number|order_no|no)$/, numbered('R-', 1001)],
  [/(^|_)(code|coupon|voucher)$/, numbered('A', 12)],
  [/(^|_)(seat|place|room|table)$/, numbered('A', 12)],
  [/(^|_)(isbn)$/, () => '978-0-13-110362-7'],
  [/(^|_)(version)$/, (i) => `1.${i}.0`],
  [/(^|_)(tag|topic|label|category|kind|genre)(_?list)?$/, (i) => pick(tags, i)],
  [/(^|_)(title|subject|headline|show|caption)$/, (i) => pick(titles, i)],
  [/(^|_)(buyer|owner|author|customer|contact|recipient|sender|assignee|guest|patient|holder|payee)$/, nameFully],
  [/(^|_)(name|display_name|full_name)$/, nameFully],
  [/(^|_)(reason)$/, (i) => pick(['Asked for by the customer', 'Sent twice by mistake'], i)],
  [/(^|_)(bio|about)$/, () => 'Writes programs for machines that do not exist yet.'],
  [/(^|_)(text|body|content|memo|note|comment|message|description|summary|remark)s?$/, (i) => pick(texts, i)],
];

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
  const found = wordings.find(([names]) => names.test(field));
  return found === undefined ? titleCase(field, index) : found[1](index);
}

function titleCase(field: string, index: number): string {
  const words = field.replaceAll('_', ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${String.fromCharCode(65 + (index % 26))}`;
}
