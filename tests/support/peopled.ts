import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shop } from '../serve/support/shop.fixture.ts';
import type { Peopled } from './matrix.ts';
import { root } from './process.ts';
import { wards } from './wards.ts';

const tenants = (attribute: string): Peopled['people'] => ({
  owner: { attributes: { [attribute]: 'north' } },
  other: { attributes: { [attribute]: 'south' } },
  nameless: { attributes: {} },
});

const bill = { currency: 'EUR', quantity: 1, price: 700, amount: 700 };

/** How the people of a document are told apart, by the attribute that its callers have, and the values that its guards ask for. */
const known: Readonly<Record<string, Pick<Peopled, 'people' | 'values'>>> = {
  shop: { people: tenants('shop'), values: bill },
  house: { people: tenants('house'), values: { buyer: 'ada', show: 'Hamlet' } },
};

/** Without its limits on calls, its deliveries and its older versions, which concern nobody's rights. */
function plain(text: string): string {
  return text
    .replaceAll(/^\| \S+ \| rate \| all \|.*\n/gm, '')
    .replace(/^\| Delivery \|(?:.*\n)+?(?=\n)/m, '')
    .replace(/^\| stream events \|.*\n/m, '')
    .replace(', stream events |', ' |')
    .replace(/(?<=^## Versioning\n)[\s\S]*$/m, '\nNone.\n');
}

function fromFile(file: string): Peopled {
  const text = readFileSync(join(root, file), 'utf8');
  const attribute = /^### Caller\n\n\| Attribute .*\n\|.*\n\| (\w+) \|/m.exec(text)?.[1] ?? 'shop';
  const found = known[attribute];
  if (found === undefined) throw new Error(`${file}: the matrix does not know who its callers are: ${attribute}`);
  return { name: file, text: plain(text), ...found };
}

const beds: Peopled = {
  name: 'wards',
  text: wards,
  people: {
    owner: { attributes: { house: 'north', name: 'ann' }, values: { keeper: 'ann' } },
    other: { attributes: { house: 'south', name: 'cy' }, values: { keeper: 'cy' } },
    colleague: { attributes: { house: 'north', name: 'bob' }, values: { keeper: 'bob' } },
    auditor: { attributes: { house: 'south', name: 'dee', level: 'auditor' }, values: { keeper: 'dee' } },
    mender: { attributes: { house: 'south', name: 'eve', level: 'mender' }, values: { keeper: 'eve' } },
    nameless: { attributes: {}, values: { keeper: 'nobody' } },
  },
  values: {},
};

/** What a handler answers, or a condition that reads other records, no table says. */
const unstated = /\(handler\)|^\| \S+ \|[^|]*\| `(?:[^`]*\b[A-Z]\w*\.exists\(|(?!caller\.)[a-z_]+\.[a-z_]+ )/m;

/** The examples whose operations and conditions all stand in the document. */
const examples = globSync('examples/*/*.md', { cwd: root })
  .filter((file) => !unstated.test(readFileSync(join(root, file), 'utf8')))
  .sort();

/** Every such example and every test document, with people who use it. */
export const peopled: readonly Peopled[] = [
  ...examples.map(fromFile),
  ...['tests/documents/base.md', 'tests/documents/invoices.md', 'tests/documents/notes.md'].map(fromFile),
  { name: 'shop', text: shop, ...known.shop! },
  beds,
];
