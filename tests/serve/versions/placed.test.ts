import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { itemIn } from '../../support/structured-fields.ts';
import { type Got, serveIn } from '../support/served.fixture.ts';
import { versioned } from './versions.fixture.ts';

type Ask = (line: string, headers?: Record<string, string>, body?: unknown) => Promise<Got>;

/** Asks a service whose versions are placed as these rows say, for a caller of one shop. */
async function placed(context: TestContext, placements: string, statuses?: string, base?: string): Promise<Ask> {
  const narrow = '| Version | Status | Released | Sunset |\n| --- | --- | --- | --- |';
  const wide = '| Version | Status | Released | Sunset | After sunset |\n| --- | --- | --- | --- | --- |';
  const document = versioned(placements, statuses);
  const columns = statuses?.includes('gone') === true ? wide : narrow;
  const served = await serveIn(context, document.replace(narrow, columns), base === undefined ? {} : { baseUrl: base });
  const key = await served.key(['clerk'], { shop: 'north' });
  return (line, headers = {}, body = undefined) =>
    served.ask(line, { key: headers.Authorization === undefined ? key : undefined, headers, body });
}

/** In which version a client is shown, or the code of a refusal. */
function versionOf({ json }: Got): string {
  if (json.code !== undefined) return json.code;
  return json.name === undefined ? '2 or 3' : '1';
}

test('a version in the path routes, and addresses have it', async (t) => {
  const ask = await placed(t, '| path | /v{version} | current |');
  const made = await ask('POST /v1/clients', {}, { name: 'Ann' });
  const location = made.headers.get('location')!;
  assert.equal(location, `/v1/clients/${made.json.id}`);
  assert.equal(versionOf(await ask(`GET ${location}`)), '1');
  assert.equal(versionOf(await ask(`GET /v3/clients/${made.json.id}`)), '2 or 3');
  assert.equal(versionOf(await ask(`GET /clients/${made.json.id}`)), '2 or 3');
  const bill = await ask('POST /v2/bills', {}, { client: made.json.id, cents: '3' });
  assert.equal(bill.json.link, `/v2/bills/${bill.json.id}`);
  assert.equal((await ask(`GET /v3/bills/${bill.json.id}`)).json.link, `/v3/bills/${bill.json.id}`);
  assert.equal((await ask(`POST /v2/bills/${bill.json.id}/pay`, {}, { cents: '3' })).json.status, 'paid');
  for (let i = 0; i < 3; i++) await ask('POST /v2/bills', {}, { client: made.json.id, cents: '3' });
  const page = await ask('GET /v2/bills?limit=2');
  assert.match(page.headers.get('link')!, /^<\/v2\/bills\?limit=2&cursor=/);
});

test('a version in the path stands as its placement says, below a base path too', async (t) => {
  const placements = [
    ['/{version}', '/2', '/9', ''],
    ['/api/{version}', '/api/2', '/api/9', 'https://bills.example/shop'],
    ['/version-{version}', '/version-2', '/version-9', ''],
    ['/v{version}.x/api', '/v2.x/api', '/v9.x/api', ''],
  ] as const;
  for (const [name, two, nine, base] of placements) {
    const ask = await placed(t, `| path | ${name} | current |`, undefined, base === '' ? undefined : base);
    const [one, three] = [two.replace('2', '1'), two.replace('2', '3')];
    const made = await ask(`POST ${one}/clients`, {}, { name: 'Ann' });
    assert.equal(made.headers.get('location'), `${base}${one}/clients/${made.json.id}`, made.text);
    assert.equal(versionOf(await ask(`GET ${one}/clients/${made.json.id}`)), '1');
    assert.equal(versionOf(await ask(`GET /clients/${made.json.id}`)), '2 or 3');
    const bill = await ask(`POST ${two}/bills`, {}, { client: made.json.id, cents: '3' });
    assert.equal(bill.json.link, `${base}${two}/bills/${bill.json.id}`);
    const present = await ask(`GET /bills/${bill.json.id}`);
    assert.equal(present.json.link, `${base}${three}/bills/${bill.json.id}`);
    await ask(`POST ${two}/bills`, {}, { client: made.json.id, cents: '3' });
    const page = await ask(`GET ${one}/bills?limit=1`);
    const links = page.headers.get('link')!;
    assert.ok(links.includes(`<${base}${one}/bills?limit=1&cursor=`), links);
    assert.ok(links.includes(`<${base}${two}/bills>; rel="successor-version"`), links);
    const codes: string[] = [];
    for (const path of [`${nine}/clients/x`, `${two.replace('2', '0')}/clients/x`, `${nine}/nothing`, '/v1/clients/x'])
      codes.push((await ask(`GET ${path}`)).json.code);
    const other = name === '/{version}' ? 'no_such_version' : 'not_found';
    assert.deepEqual(codes, ['no_such_version', 'version_gone', 'not_found', other], name);
  }
});

test('a path whose version is unknown or retired is refused; one that only begins like it is an unknown path', async (t) => {
  const ask = await placed(t, '| path | /v{version} | current |');
  const codes: string[] = [];
  for (const path of ['/v9/clients/x', '/v0/clients/x', '/v9', '/vendors', '/v9/nothing', '/v1/nothing', '/v1', '/v']) {
    codes.push((await ask(`GET ${path}`)).json.code);
  }
  assert.deepEqual(codes, ['no_such_version', 'version_gone', ...Array.from({ length: 6 }, () => 'not_found')]);
  const allowed = await ask('DELETE /v1/clients');
  assert.deepEqual([allowed.status, allowed.headers.get('allow')], [405, 'POST, OPTIONS']);
});

test('a version in the query is no unknown parameter', async (t) => {
  const ask = await placed(t, '| query | api-version | 2 |');
  const made = await ask('POST /clients?api-version=1', {}, { name: 'Ann' });
  assert.equal(made.status, 201, made.text);
  const path = `/clients/${made.json.id}`;
  assert.equal(versionOf(await ask(`GET ${path}?api-version=1`)), '1');
  assert.equal(versionOf(await ask(`GET ${path}?api%2Dversion=%31`)), '1');
  assert.equal(versionOf(await ask(`GET ${path}`)), '2 or 3');
  assert.equal((await ask('GET /bills?sort=note')).status, 200);
  assert.equal((await ask('GET /bills?sort=note&api-version=3')).status, 422);
  assert.equal(versionOf(await ask(`GET ${path}?api-version=1&api-version=2`)), 'no_such_version');
  assert.equal(versionOf(await ask(`GET ${path}?api-version=`)), 'no_such_version');
  const link = (await ask('GET /bills?api-version=1&limit=2')).headers.get('link')!;
  assert.match(link, /<\/bills\?api-version=2>; rel="successor-version"/);
});

test('a version in the media type is read from Accept and Content-Type, and answers have it', async (t) => {
  const ask = await placed(t, '| media type | application/vnd.bills.{version}+json | refused |');
  const type = (version: string): string => `application/vnd.bills.${version}+json`;
  const made = await ask('POST /clients', { 'Content-Type': type('1'), Accept: type('1') }, { name: 'Ann' });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.headers.get('content-type'), type('1'));
  assert.match(made.headers.get('vary')!, /Accept/);
  const path = `/clients/${made.json.id}`;
  const cases: readonly (readonly [accept: string, version: string])[] = [
    [type('1'), '1'],
    [`${type('2')};q=0.4, ${type('1')};q=0.5`, '1'],
    [`${type('2')}, ${type('1')};q=0.5`, '2 or 3'],
    [`${type('9')}, ${type('1')};q=0.5`, '1'],
    [`text/html, ${type('1').toUpperCase()}`, '1'],
    [type('9'), 'no_such_version'],
    [type('0'), 'version_gone'],
    ['application/json', 'no_such_version'],
    ['*/*', 'no_such_version'],
    [`${type('2')};q=0, ${type('1')};q=0.1`, '1'],
    [`${type('9')}, ${type('1')};q=0`, 'no_such_version'],
    [`*/*, ${type('1')};q=0`, 'no_such_version'],
  ];
  for (const [accept, version] of cases)
    assert.equal(versionOf(await ask(`GET ${path}`, { Accept: accept })), version, accept);
  const two = await ask('POST /clients', { 'Content-Type': type('1'), Accept: type('2') }, { name: 'Ann' });
  assert.equal(versionOf(two), 'no_such_version');
  const sent = await ask('POST /clients', { 'Content-Type': type('1'), Accept: '*/*' }, { name: 'Ann' });
  assert.deepEqual([sent.status, versionOf(sent)], [201, '1']);
});

test('named in several places it must be the same; named in none the first placement decides', async (t) => {
  const ask = await placed(t, '| header | Api-Version | refused |\n| path | /v{version} | current |');
  const made = await ask('POST /clients', { 'Api-Version': '1' }, { name: 'Ann' });
  const path = `/clients/${made.json.id}`;
  assert.equal(versionOf(await ask(`GET /v1${path}`, { 'Api-Version': '1' })), '1');
  assert.equal(versionOf(await ask(`GET /v1${path}`)), '1');
  assert.equal(versionOf(await ask(`GET /v1${path}`, { 'Api-Version': '2' })), 'no_such_version');
  const missing = await ask(`GET ${path}`);
  assert.deepEqual([missing.status, missing.json.code], [400, 'no_such_version']);
  assert.deepEqual(missing.json.errors, [{ parameter: 'Api-Version', message: 'must be 3 or 2 or 1' }]);
  assert.equal(versionOf(await ask(`GET ${path}`, { 'Api-Version': '1, 2' })), 'no_such_version');
});

test('a version is asked for after the credential has been looked at', async (t) => {
  const ask = await placed(t, '| header | Api-Version | current |');
  const got = await ask('GET /clients/x', { 'Api-Version': '9', Authorization: 'Bearer nobody' });
  assert.equal(got.status, 401);
});

test('callers are told of their version, its end, and what comes after it', async (t) => {
  const ask = await placed(t, '| header | Api-Version | current |', undefined, 'https://bills.example');
  const one = (await ask('GET /bills', { 'Api-Version': '1' })).headers;
  assert.equal(one.get('api-version'), '1');
  assert.match(one.get('vary')!, /Api-Version/);
  // An Item that is a Date of RFC 9651, section 3.3.7, and an IMF-fixdate of RFC 9110, section 5.6.7.
  const { value, parameters } = itemIn(one.get('deprecation')!);
  assert.deepEqual([value, parameters.size], [{ seconds: Date.UTC(2026, 0, 1) / 1000 }, 0]);
  assert.match(one.get('sunset')!, /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
  assert.equal(Date.parse(one.get('sunset')!), Date.UTC(2027, 0, 31));
  assert.deepEqual(one.get('link')!.split(', '), [
    '<https://bills.example/docs#versioning>; rel="deprecation"; type="text/html"',
    '<https://bills.example/docs#versioning>; rel="sunset"; type="text/html"',
    '<https://bills.example/bills>; rel="successor-version"',
  ]);
  const two = (await ask('GET /bills', { 'Api-Version': '2' })).headers;
  assert.deepEqual([two.get('deprecation'), two.get('sunset'), two.get('link')], [null, null, null]);
  assert.equal((await ask('GET /bills')).headers.get('api-version'), '3');
  const refused = (await ask('GET /bills?x=1', { 'Api-Version': '1' })).headers;
  assert.deepEqual([refused.get('api-version'), refused.get('deprecation')], ['1', one.get('deprecation')]);
  const gone = await ask('GET /bills', { 'Api-Version': '0' });
  assert.deepEqual([gone.status, gone.headers.get('api-version')], [410, '0']);
  assert.match(gone.headers.get('link')!, /rel="successor-version"/);
});

test('a client that does not want version 1 is not served in it', async (t) => {
  const ask = await placed(t, '| media type | application/vnd.bills.{version}+json | current |');
  const made = await ask('POST /clients', {}, { title: 'Ann' });
  const path = `GET /clients/${made.json.id}`;
  for (const quality of ['0', '0.000'])
    assert.equal(versionOf(await ask(path, { Accept: `application/vnd.bills.1+json;q=${quality}, */*` })), '2 or 3');
});

test('the deprecation is that of the next newer version, the link leads to a path of the one to go over to', async (t) => {
  const statuses =
    '| 3 | current | 2026-06-01 | |\n| 2 | deprecated | 2026-01-01 | |\n| 1 | deprecated | 2025-01-01 | |\n| 0 | retired | 2024-01-01 | |';
  const ask = await placed(t, '| header | Api-Version | current |', statuses);
  const told = async (line: string, version: string): Promise<readonly [unknown, boolean]> => {
    const { headers } = await ask(line, { 'Api-Version': version });
    return [headers.get('deprecation'), headers.get('link')?.includes('successor-version') ?? false];
  };
  const day = (text: string): string => `@${Date.parse(text) / 1000}`;
  assert.deepEqual(await told('GET /bills', '1'), [day('2026-01-01'), true]);
  assert.deepEqual(await told('GET /bills', '2'), [day('2026-06-01'), true]);
  assert.deepEqual(await told('GET /bills/bil_00000000000000000000000000', '1'), [day('2026-01-01'), false]);
  assert.deepEqual(await told('POST /bills/x/pay', '2'), [day('2026-06-01'), false]);
  assert.deepEqual(await told('GET /nothing', '1'), [day('2026-01-01'), false]);
  assert.deepEqual(await told('GET /nothing', '0'), [null, false]);
});

test('a version that is gone since its sunset is answered like a retired one, wherever requests name it', async (t) => {
  const statuses = `| 3 | current | 2026-06-01 | | |
| 2 | supported | 2012-01-01 | 2020-02-01 | gone |
| 1 | deprecated | 2011-01-01 | 2020-01-01 | gone |
| 0 | supported | 2010-01-01 | 2020-01-01 | served |`;
  const inPath = await placed(t, '| path | /v{version} | 1 |', statuses);
  const codes: string[] = [];
  for (const path of ['/v3/bills', '/v2/bills', '/v1/bills', '/v0/bills', '/bills', '/v1/nothing']) {
    const { status, json } = await inPath(`GET ${path}`);
    codes.push(`${status} ${json.code ?? ''}`);
  }
  const gone = '410 version_gone';
  assert.deepEqual(codes, ['200 ', gone, gone, '200 ', gone, gone]);
  const inHeader = await placed(t, '| header | Api-Version | current |', statuses);
  const response = await inHeader('GET /bills', { 'Api-Version': '1' });
  assert.deepEqual(response.json.errors, [
    { parameter: 'Api-Version', message: '1 is no longer supported: must be 3 or 0' },
  ]);
  assert.deepEqual([response.headers.get('api-version'), response.headers.get('deprecation')], ['1', '@1325376000']);
  assert.equal(response.headers.get('sunset'), 'Wed, 01 Jan 2020 00:00:00 GMT');
  const zero = await inHeader('GET /bills', { 'Api-Version': '0' });
  assert.deepEqual([zero.status, zero.headers.get('sunset')], [200, 'Wed, 01 Jan 2020 00:00:00 GMT']);
  const links = await placed(t, '| query | api-version | current |', statuses);
  // Version 2 is gone too: the link leads past it.
  assert.match(
    (await links('GET /bills?api-version=0')).headers.get('link')!,
    /\?api-version=3>; rel="successor-version"/,
  );
});

test('below a preview the current version is served where none is named', async (t) => {
  const statuses = '| 3 | preview | | |\n| 2 | current | 2026-01-01 | |\n| 1 | supported | 2025-01-01 | |';
  const ask = await placed(t, '| header | Api-Version | current |', statuses);
  assert.equal((await ask('GET /bills?sort=note')).status, 200);
  assert.equal((await ask('GET /bills?sort=memo')).status, 422);
  assert.equal((await ask('GET /bills?sort=memo', { 'Api-Version': '3' })).status, 200);
});
