import { type Columns, dataset } from './dataset.ts';
import { requestText } from './requests.ts';
import type { Keys } from './targets.ts';

/** What a server itself has given: the invoice that was created, its tag, and the addresses of pages. */
export interface Told {
  readonly id: string;
  readonly tag: string;
  readonly next: string;
  readonly prev: string;
}

/** One request that is put to every server. */
export interface Case {
  readonly name: string;
  request(keys: Keys, told: Told): string;
}

const line = { text: 'Oak table', quantity: 2, price: 100 };

/** What the servers are compared by: every way in which the four operations answer, reads before writes. */
export function cases(): readonly Case[] {
  const { customers, invoices } = dataset();
  const first = (status: string, shop = 's1'): string => {
    return String(invoices.find((record) => record.status === status && record.shop === shop)!.id);
  };
  const buyer = (shop: string): string => String(customers.find((record: Columns) => record.shop === shop)!.id);
  const valid = { customer: buyer('s1'), lines: [line], due_on: '2027-02-28', memo: 'a "quoted" Grüße €' };
  return [
    ...readCases(first),
    ...listCases(),
    ...createCases(valid, buyer('s2')),
    ...updateCases(first, valid.customer),
  ];
}

function get(name: string, target: string, more: readonly string[] = [], as: keyof Keys | 'nobody' = 'writer'): Case {
  return {
    name,
    request: (keys) => requestText('GET', target, as === 'nobody' ? undefined : keys[as], undefined, more),
  };
}

function readCases(first: (status: string, shop?: string) => string): readonly Case[] {
  const draft = `/invoices/${first('draft')}`;
  return [
    ...['draft', 'open', 'paid', 'void'].map((status) => get(`read ${status}`, `/invoices/${first(status)}`)),
    get('read by a reader', draft, [], 'reader'),
    get('read of another shop', draft, [], 'stranger'),
    get('read without a key', draft, [], 'nobody'),
    get('read with a wrong key', draft, ['Authorization: Bearer key_0123456789'], 'nobody'),
    get('read with half a header', draft, ['Authorization: Basic eDp5'], 'nobody'),
    get('read what is not there', '/invoices/inv_00000000000000000000000000'),
    get('read what is no id', '/invoices/17'),
    get('read with a parameter', `${draft}?colour=red`),
    get('read as XML', draft, ['Accept: application/xml']),
    get('read if none match *', draft, ['If-None-Match: *']),
    get('unknown path', '/bills'),
    { name: 'unknown method', request: ({ writer }) => requestText('PUT', draft, writer, '{}') },
  ];
}

function listCases(): readonly Case[] {
  const targets = [
    '/invoices',
    '/invoices?limit=3',
    '/invoices?limit=500',
    '/invoices?status=draft&limit=7',
    '/invoices?status=draft,void&limit=40',
    '/invoices?status=%64raft&limit=2',
    '/invoices?limit=0',
    '/invoices?limit=x&status=lost',
    '/invoices?colour=red',
    '/invoices?limit=2&limit=3',
    '/invoices?cursor=abc',
  ];
  return [
    ...targets.map((target) => get(`list ${target}`, target)),
    get('list of another shop', '/invoices?limit=2', [], 'stranger'),
    get('list without a key', '/invoices', [], 'nobody'),
    { name: 'list, next page', request: ({ writer }, { next }) => requestText('GET', next, writer) },
    { name: 'list, page before', request: ({ writer }, { prev }) => requestText('GET', prev, writer) },
  ];
}

function post(name: string, body: unknown, as: keyof Keys = 'writer', more: readonly string[] = []): Case {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { name: `create: ${name}`, request: (keys) => requestText('POST', '/invoices', keys[as], text, more) };
}

function createCases(valid: Readonly<Record<string, unknown>>, foreign: string): readonly Case[] {
  return [
    post('right', valid),
    post('without memo', { ...valid, memo: undefined }),
    post('memo null', { ...valid, memo: null }),
    post('by a reader', valid, 'reader'),
    post('nothing', {}),
    post('no object', []),
    post('no JSON', '{"customer":'),
    post('a name twice', `{"memo":"a","memo":"b",${JSON.stringify(valid).slice(1)}`),
    post('unknown members', { ...valid, colour: 1, 'a/b': 2 }),
    post('members of the service', { ...valid, status: 'paid', total: 1, id: 'x' }),
    post('no lines', { ...valid, lines: [] }),
    post('too many lines', { ...valid, lines: Array.from({ length: 101 }, () => line) }),
    post('wrong lines', { ...valid, lines: [{ text: '', quantity: 0, price: -1 }, 7, { ...line, tax: 1 }, {}] }),
    post('half a piece', { ...valid, lines: [{ ...line, quantity: 1.5 }] }),
    post('no such day', { ...valid, due_on: '2027-02-29' }),
    post('a long memo', { ...valid, memo: 'é'.repeat(501) }),
    post('a memo of 500 characters of two units', { ...valid, memo: '😀'.repeat(500) }),
    post('the customer of another shop', { ...valid, customer: foreign }),
    post('no customer', { ...valid, customer: 'cus_1' }),
    post('worth nothing', { ...valid, lines: [{ ...line, price: 0 }] }),
    post('another media type', valid, 'writer', ['Content-Type: text/plain']),
    post('too large', { ...valid, memo: 'x'.repeat(70_000) }),
  ];
}

function updateCases(first: (status: string, shop?: string) => string, customer: string): readonly Case[] {
  const patch = (name: string, id: string, body: unknown, more: readonly string[] = []): Case => ({
    name: `update: ${name}`,
    request: ({ writer }) => requestText('PATCH', `/invoices/${id}`, writer, JSON.stringify(body), more),
  });
  const [draft, open, paid] = [first('draft'), first('open'), first('paid')];
  const lines = [line, { ...line, text: 'Lamp' }];
  return [
    patch('memo', draft, { memo: 'new' }),
    patch('the same memo again', draft, { memo: 'new' }),
    patch('everything', draft, { lines, due_on: '2027-01-01', memo: null }),
    patch('as plain JSON', draft, { memo: 'plain' }, ['Content-Type: application/json; charset=utf-8']),
    patch('nothing', draft, {}),
    patch('lines removed', draft, { lines: null }),
    patch('memo removed', draft, { memo: null }),
    patch('worth nothing', draft, { lines: [{ ...line, price: 0 }] }),
    patch('the customer it has not', draft, { customer }),
    patch('the state it has', draft, { status: 'draft', paid: 0 }),
    patch('another state', draft, { status: 'paid' }),
    patch('unknown members', draft, { colour: 1 }),
    patch('wrong members', draft, { lines: [{ text: 1 }], due_on: 'soon', memo: 5 }),
    patch('no object', draft, []),
    patch('another version', draft, { memo: 'x' }, ['If-Match: "999-aaaaaaaa"']),
    patch('no tag', draft, { memo: 'x' }, ['If-Match: soon']),
    patch('any version', draft, { memo: 'any' }, ['If-Match: *']),
    patch('lines of an open one', open, { lines }),
    patch('memo of an open one', open, { memo: 'open' }),
    patch('all of a paid one', paid, { lines, due_on: '2027-01-01', memo: 'paid' }),
    patch('one of another shop', first('draft', 's2'), { memo: 'x' }),
    patch('one that is not there', 'inv_00000000000000000000000000', { memo: 'x' }),
    {
      name: 'update: the version that was made',
      request: ({ writer }, { id, tag }) =>
        requestText('PATCH', `/invoices/${id}`, writer, '{"memo":"matched"}', [`If-Match: ${tag}`]),
    },
    {
      name: 'update: a version that is gone',
      request: ({ writer }, { id, tag }) =>
        requestText('PATCH', `/invoices/${id}`, writer, '{"memo":"late"}', [`If-Match: ${tag}`]),
    },
    { name: 'read what was made', request: ({ writer }, { id }) => requestText('GET', `/invoices/${id}`, writer) },
  ];
}
