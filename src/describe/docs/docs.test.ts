import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { mailing } from '../../../tests/serve/mail/mail.fixture.ts';
import { grammars } from '../../parts/grammars.ts';
import { buildWholePlan, readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { drawDiagrams } from './diagram/draw.ts';
import { describeDocs, isDocs, pagePolicy } from './index.ts';
import { documents, listIds, listTargets, planOf } from './page.fixture.ts';
import { aspects } from './parts/aspects.ts';

const invoices = documents[0];

for (const document of documents) {
  test(`${document}: each link of the page leads to a place of it, and no place is there twice`, async () => {
    const plan = planOf(document);
    const page = describeDocs({ plan, diagrams: (await drawDiagrams(plan))! });
    const ids = listIds(page);
    assert.ok(ids.length > 9);
    assert.deepEqual(ids.length - new Set(ids).size, 0, ids.filter((id, at) => ids.indexOf(id) !== at).join(' '));
    assert.deepEqual(
      listTargets(page).filter((target) => !ids.includes(target)),
      [],
    );
  });

  test(`${document}: all operations, codes, events, states, limits and versions have their place`, () => {
    const plan = planOf(document);
    const ids = new Set(listIds(describeDocs({ plan })));
    const wanted = [
      ...plan.operations.map(({ name }) => `endpoints-${name.replaceAll(' ', '-')}`),
      ...plan.errors.codes.map(({ code }) => `errors-${code}`),
      ...plan.events.map(({ name }) => `events-${name}`),
      ...plan.resources.flatMap(({ name, fields }) => fields.map((field) => `resources-${name}.${field.name}`)),
      ...plan.limits.map(({ name }) => `limits-${name}`),
      ...plan.versioning.versions.map(({ name }) => `versioning-${name}`),
      ...(plan.parts ?? []).map(({ part }) => part),
      'versioning',
      'errors',
    ];
    assert.deepEqual(
      wanted.filter((id) => !ids.has(id)),
      [],
    );
  });

  test(`${document}: the same document gives the same page`, async () => {
    const write = async (): Promise<string> => {
      const plan = planOf(document);
      return describeDocs({ plan, diagrams: (await drawDiagrams(plan))! });
    };
    assert.equal(await write(), await write());
  });
}

test('the matrix shows for each scope the records that its Where allows, and rows that it inherits', () => {
  const page = describeDocs({ plan: planOf(invoices) });
  const rowOf = (operation: string): string => {
    const [row = ''] = page
      .split('Operations by scope')[1]!
      .split('</tr>')
      .filter((one) => one.includes(`>${operation}<`));
    return row.slice(row.indexOf('<td>')).replaceAll('\n', '');
  };
  const own = '<td><span class="yes own" title="shop == caller.shop">a</span>';
  const wide = '<td><span class="yes wide">all</span>';
  assert.equal(rowOf('Read an invoice'), `<td>${own}<td><td>`);
  assert.equal(rowOf('Pay an invoice'), `<td><td>${own}<td>`);
  assert.equal(rowOf('Issue an access token'), `<td><span class="yes">all</span>${wide.repeat(3)}`);
  assert.match(page, /<span class="yes own">a<\/span><span>records for which <code>shop == caller\.shop<\/code>/);
});

test('each scope lists its operations in words, with the condition of a row for authors alone', () => {
  const page = describeDocs({ plan: planOf(invoices) });
  const scope = page.slice(page.indexOf('id="authentication-invoices:read"')).split('</section>')[0]!;
  const text = scope.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
  assert.match(text, /List customers, Read a customer, List invoices, Read an invoice.*: records of your shop/);
  assert.match(scope, /<span class="au">, where <code>shop == caller\.shop<\/code><\/span>/);
});

test('operations are named in words and grouped by resource', () => {
  const page = describeDocs({ plan: planOf(invoices) });
  const nav = page
    .slice(page.indexOf('<nav'), page.indexOf('</nav>'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  assert.match(nav, /Customers POST Create a customer .* Invoices POST Create an invoice .* POST Pay an invoice /);
  assert.match(nav, /Other POST Issue an access token GET Stream events/);
  assert.match(page, /<h3>Pay an invoice <a class="l"/);
  const titled = planOf(invoices);
  const renamed = titled.operations.map((operation) => ({ ...operation, meaning: 'Settle what is owed' }));
  assert.match(describeDocs({ plan: { ...titled, operations: renamed } }), /<h3>Settle what is owed <a class="l"/);
});

test('parts that the document does not state, its text and its steps are for authors alone', () => {
  const empty = describeDocs({ plan: planOf('tests/documents/empty.md') });
  const listParts = (kind: string): readonly string[] =>
    [...empty.matchAll(/<section class="(part[^"]*)" id="([^"]*)"/g)]
      .filter(([, own]) => own === kind)
      .map(([, , id = '']) => id);
  assert.deepEqual(listParts('part'), ['purpose']);
  assert.equal(listParts('part au').length, 8);
  const page = describeDocs({ plan: { ...planOf(invoices), text: '# Invoices\n' } });
  assert.deepEqual(page.match(/<section [^>]*"part au"[^>]*>/g), ['<section id="source" class="part au">']);
  assert.doesNotMatch(page, /<details class="steps"/);
  assert.match(page, /<section class="part" id="processing"/);
});

test('each error says what a client does next', () => {
  const plan = planOf(invoices);
  const page = describeDocs({ plan });
  const { code } = plan.errors.codes.find(({ conditions }) => conditions.some(({ name }) => name === 'rate limit'))!;
  const entry = page.slice(page.indexOf(`id="errors-${code}"`)).split('</section>')[0]!;
  assert.match(
    entry,
    /<dt>What to do<\/dt><dd>Wait as long as <code>Retry-After<\/code> says, then repeat the request\./,
  );
});

test('the lines Website, Logo and Color of the document are in the page, and its policy allows the logo', () => {
  const plain = planOf(invoices);
  const lines = { website: 'https://www.acme.example/', logo: 'https://acme.example/logo.svg', color: '#0a7244' };
  const page = describeDocs({ plan: { ...plain, purpose: { ...plain.purpose, ...lines } } });
  assert.match(page, /img-src data: https:\/\/acme\.example\/logo\.svg; base-uri/);
  assert.match(page, /<title>Invoices API reference<\/title>/);
  assert.match(page, /<link rel="icon" href="https:\/\/acme\.example\/logo\.svg">/);
  assert.match(page, /<meta property="og:image" content="https:\/\/acme\.example\/logo\.svg">/);
  assert.match(page, /<meta name="theme-color" content="#0a7244" data-dark="#[0-9a-f]{6}">/);
  assert.match(page, /<p>Website: <a href="https:\/\/www\.acme\.example\/">acme\.example<\/a><\/p>/);
  const other = describeDocs({ plan: plain });
  assert.match(other, /img-src data:; base-uri/);
  assert.match(other, /<link rel="icon" href="data:image\/svg\+xml,/);
  assert.match(other, /<span class="logo" aria-hidden="true">I<\/span>Invoices/);
  assert.doesNotMatch(other, /name="theme-color"|"og:image"/);
});

test('a record that was played is next to the fields of its resource, whose objects open', () => {
  const record = { id: 'inv_1', total: 7, lines: [{ text: 'ink', quantity: 1, price: 7 }] };
  const exchange = {
    operation: 'read Invoice',
    title: '',
    request: { method: 'GET', path: '/invoices/inv_1', headers: {} },
    response: { status: 200, headers: {}, body: record },
  };
  const plan = planOf(invoices);
  const write = (input: object): string => {
    const page = describeDocs({ plan, ...input });
    return page.slice(page.indexOf('id="resources-Invoice"')).split('<section')[0]!;
  };
  const played = write({ played: { examples: { 'read Invoice': [exchange] }, events: [] } });
  assert.ok(played.includes('"id": "inv_1",\n  "total": 7'));
  assert.match(played, /<summary>Members of Line<\/summary>.*<code>quantity<\/code>/s);
  assert.match(write({ isPlaying: true }), /<div class="side"><\/div>/);
  assert.doesNotMatch(write({}), /class="side"/);
});

test('a diagram is drawn in its own size: of many states in the whole column', async () => {
  const write = async (document: string): Promise<string> => {
    const plan = planOf(document);
    return describeDocs({ plan, diagrams: (await drawDiagrams(plan))! });
  };
  assert.doesNotMatch(await write(invoices), /class="figure large"/);
  const large = await write('examples/service-broker/service-broker.md');
  assert.match(
    large,
    /class="figure large"><div class="dia"><svg class="wide" viewBox="0 0 (\d+)[.\d]* \d+[.\d]*" width="\1/,
  );
});

test('a create leads to the initial state', () => {
  const page = describeDocs({ plan: planOf('examples/shop/shop.md') });
  const card = page.slice(page.indexOf('id="states-Order-create"')).split('</article>')[0]!;
  assert.match(card, /→<\/span> <span class="state initial">cart<\/span>/);
});

test('a change between versions names the clients that break when they move to the newer one', () => {
  const page = describeDocs({ plan: planOf(invoices) });
  assert.match(
    page,
    /<code>Invoice\.lines<\/code>.*?requests: <b>breaking<\/b>\. A client that sends the older name\./s,
  );
});

test('each older version has a page with its own names', () => {
  const page = describeDocs({ plan: planOf(invoices, '2026-06-01') });
  const ids = listIds(page);
  assert.ok(ids.includes('resources-Invoice.items') && !ids.includes('resources-Invoice.lines'));
  assert.ok(page.includes('/invoices/<var>{id}</var>/cancel'));
  assert.deepEqual(
    listTargets(page).filter((target) => !ids.includes(target)),
    [],
  );
});

test('the policy of the page allows its own style and script, and no other', () => {
  const page = describeDocs({ plan: planOf(invoices) });
  const inline = (name: string): string => new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(page)?.[1] ?? '';
  for (const name of ['style', 'script']) {
    const hash = createHash('sha256').update(inline(name)).digest('base64');
    assert.ok(pagePolicy.includes(`${name}-src 'sha256-${hash}'`), name);
  }
  assert.ok(page.includes(`http-equiv="Content-Security-Policy" content="${pagePolicy}"`));
  assert.doesNotMatch(page, /\s(?:style|on\w+)="/);
  assert.doesNotMatch(page, /(?:src|href)="(?:https?:)?\/\/(?!www\.rfc-editor\.org|www\.standardwebhooks\.com)/);
});

test('each step of an operation is on the page, or among those of every such request', () => {
  const plan = planOf(invoices);
  const page = describeDocs({ plan })
    .replace(/<[^>]*>/g, '')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<');
  for (const { words } of plan.operations.flatMap(({ steps }) => steps))
    assert.ok(page.includes(words.replaceAll('`', '')), words);
});

test('a page without diagrams has the tables of its states', () => {
  const page = describeDocs({ plan: planOf(invoices) });
  assert.doesNotMatch(page, /<svg/);
  assert.match(page, /<caption>Transitions<\/caption>/);
});

test('a gap is shown as a gap, and nothing in its place', () => {
  const plan = planOf('tests/documents/empty.md');
  const page = describeDocs({ plan });
  assert.ok(plan.gaps.length > 20);
  for (const { what } of plan.gaps) assert.ok(page.includes(`<b>${what}</b>`), what);
});

test('a page is known by its beginning', () => {
  assert.equal(isDocs(describeDocs({ plan: planOf(invoices) }).slice(0, 100)), true);
  assert.equal(isDocs('<!doctype html><title>mine</title>'), false);
});

test('each aspect of the language says what it would state', () => {
  for (const { part, aspects: own } of grammars) {
    assert.deepEqual(
      Object.keys(aspects[part] ?? {}),
      own.map(({ name }) => name),
      part,
    );
  }
});

test('S68: hostile texts stay texts, in every cell, name and example', () => {
  const hostile = '<img src=x onerror=alert(1)></script><script>alert(2)</script>\u0022\u0027`&';
  const poison = (value: unknown, name = ''): unknown => {
    if (structural.has(name) || value === 'all') return value;
    if (typeof value === 'string') return `${value}${hostile}`;
    if (Array.isArray(value)) return value.map((item) => poison(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, poison(item, key)]));
  };
  const plan = planOf(invoices);
  const clean = describeDocs({ plan });
  const page = describeDocs({ plan: poison(plan) as typeof plan });
  const tags = (text: string): readonly string[] =>
    [...new Set([...text.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag = '']) => tag))].sort();
  assert.deepEqual(
    tags(page).filter((tag) => !tags(clean).includes(tag)),
    [],
  );
  assert.equal(page.match(/<script/g)?.length, clean.match(/<script/g)?.length);
  const names = [...page.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""'));
  assert.deepEqual(
    names.filter((tag) => /\s(?:on\w+|style|src)=/.test(tag)),
    [],
  );
  assert.ok(page.split('&lt;img src=x onerror=alert(1)&gt;').length > 500);
});

/** Members whose values are words of the language: the plan of a document has no others. */
const structural = new Set([
  'format',

  'kind',
  'step',
  'unit',
  'type',
  'on',
  'condition',
  'status',
  'op',
  'in',
  'part',
  'method',
  'direction',
  'means',
  'by',
  'onDelete',
  'body',
  'conditions',
]);

test('samples and responses are those that were played', () => {
  const exchange = {
    operation: 'pay Invoice',
    title: 'amount is 9',
    request: {
      method: 'POST',
      path: '/invoices/inv_1/pay',
      headers: { authorization: 'Bearer key_secret' },
      body: { amount: 7 },
    },
    response: { status: 200, headers: {}, body: { id: 'inv_1', items: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }] } },
  };
  const refusal = {
    ...exchange,
    code: 'overpaid',
    request: { ...exchange.request, body: { amount: 9 } },
    response: { status: 409, headers: {}, body: { code: 'overpaid' } },
  };
  const event = {
    event: 'invoice.paid',
    delivery: 'webhook',
    headers: {},
    body: { type: 'invoice.paid', data: { id: 'inv_1' } },
  };
  const page = describeDocs({
    plan: planOf(invoices),
    played: { examples: { 'pay Invoice': [exchange, refusal] }, events: [event] },
  });
  const text = page.replaceAll('&#34;', '"');
  for (const shown of [
    '$API/invoices/$INVOICE_ID/pay',
    '"amount": 7',
    '… 2 more',
    '// amount is 9',
    '"amount": 9',
    '"data": {',
  ]) {
    assert.ok(text.includes(shown), shown);
  }
  assert.ok(!page.includes('key_secret'));
});

test('an email is shown with its event, its address, its subject and its text', () => {
  const plan = buildWholePlan(readDocument(createSource('notes.md', mailing('3 over 10 minutes'))).service);
  const page = describeDocs({ plan });
  const text = page
    .slice(page.indexOf('id="events-email-made"'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  assert.match(
    text,
    /made \d+ After note\.made To owner\.email Subject New: \{text\} Attempts 3 over 10 minutes Hello \{owner\.name\} , your note is here , due \{due_on\}/,
  );
  assert.match(page, /Notes Ltd\. <code>no-reply@notes\.example<\/code>/);
  const hidden = mailing().replaceAll('| `owner.email` |', '| not shown |');
  const open = describeDocs({ plan: buildWholePlan(readDocument(createSource('notes.md', hidden)).service) });
  assert.equal(open.split('To is not shown: nothing is sent.').length, 3);
});
