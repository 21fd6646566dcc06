import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openRefusals, type Refusals } from '../serve/refusals/refusals-served.fixture.ts';
import type { Got } from '../serve/support/served.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { exchange, ownBody, parsed, problemDetails } from './errors.fixture.ts';

const names =
  'admin api app auth backup backups bin cache cgi-bin config console cron css dashboard data database db debug demo dev dist doc download dump env etc files graphql health heapdump hidden home images info install internal js json keys lib local log login logs manage manager media metrics mock monitor old panel phpmyadmin private prod profile proxy public rest root scripts secret secrets server server-status setup shell shop source sql src staging static stats status storage swagger system test tests tmp token tools trace upload uploads user users v0 v1 v2 v3 var version vendor web webhook wp-admin wp-content wp-login xmlrpc'.split(
    ' ',
  );
const ends =
  '/ .bak .cfg .env .git .git/config .htaccess .ini .json .log .old .php .sql .swp .tar.gz .txt .xml .yaml .zip ~'.split(
    ' ',
  );
const alone =
  '.aws/credentials .bash_history .DS_Store .dockerenv .env .env.local .git/HEAD .gitignore .htpasswd .npmrc .ssh/id_rsa .svn/entries .well-known/openid-configuration .well-known/security.txt actuator actuator/env actuator/health crossdomain.xml docker-compose.yml Dockerfile favicon.ico invoices.db invoices.md node_modules package.json robots.txt sitemap.xml tsconfig.json web.config'.split(
    ' ',
  );

/** Some two thousand paths at which scanners look for what nobody meant to serve. */
const commonPaths: readonly string[] = [
  ...names.flatMap((name) => [`/${name}`, ...ends.map((end) => `/${name}${end}`)]),
  ...alone.map((name) => `/${name}`),
];

/** What only the inside knows: stacks, files, SQL, addresses, the words of what was thrown. */
const inside =
  /\bat |\.ts\b|node_modules|node:|SELECT|INSERT|passwd|secret|ECONN|10\.0\.0\.1|[a-z]Error\b|undefined|sqlite|postgres/;

function assertClean(got: Got, what: string): void {
  assert.doesNotMatch(got.text.replace('"title":"Internal Server Error"', ''), inside, what);
  for (const [name, value] of got.headers) assert.doesNotMatch(`${name}: ${value}`, inside, what);
}

for (const [store, address] of everyStore) {
  describe(`errors ${store}`, () => {
    let world: Refusals;
    before(async () => {
      world = await openRefusals(ownBody, await address());
    });
    after(() => world.served.close());

    const letter = async (): Promise<{ readonly key: string; readonly id: string }> => {
      const key = await world.served.key(['all'], { shop: `shop ${Math.random()}` });
      return { key, id: (await world.served.ask('POST /letters', { key, body: {} })).json.id };
    };

    /** Lets a piece of the service fail during a request. */
    const broken = async <T extends object>(of: T, name: keyof T, work: () => Promise<Got>): Promise<Got> => {
      const was = of[name];
      Object.assign(of, {
        [name]: () => {
          throw new Error('near "SELECT": syntax error in /srv/app/store.ts for secret');
        },
      });
      try {
        return await work();
      } finally {
        Object.assign(of, { [name]: was });
      }
    };

    test('S59: a failing handler, store or database is reported by the documented body and a trace id alone', async () => {
      const { key, id } = await letter();
      const { served } = world;
      const all: readonly (readonly [what: string, status: number, code: string, got: Got])[] = [
        ['handler', 500, 'broken', await served.ask(`POST /letters/${id}/burn`, { key, body: { how: 'badly' } })],
        ['unlisted', 500, 'broken', await served.ask(`POST /letters/${id}/burn`, { key, body: { how: 'unlisted' } })],
        [
          'store',
          500,
          'broken',
          await broken(served.store as { write: unknown }, 'write', () => served.ask(`DELETE /notes/${id}`, { key })),
        ],
      ];
      for (const [what, status, code, got] of all) {
        assert.equal(got.status, status, `${what}: ${got.text}`);
        assert.equal(got.json.error.code, code, what);
        assert.deepEqual(Object.keys(got.json.error), ['code', 'status', 'text', 'trace'], what);
        assertClean(got, what);
        const lines = served.logged.filter((line) => line.includes(got.json.error.trace));
        assert.equal(lines.length, 1, `${what}: its trace id finds the line of the log`);
      }
    });

    test('S59: the trace id of the caller is the one of the answer and of the log', async () => {
      const { key, id } = await letter();
      const trace = 'ab'.repeat(16);
      const headers = { traceparent: `00-${trace}-${'cd'.repeat(8)}-01` };
      const got = await world.served.ask(`POST /letters/${id}/burn`, { key, headers, body: { how: 'badly' } });
      assert.equal(got.json.error.trace, trace);
      assert.ok(world.served.logged.some((line) => line.includes(trace)));
    });
  });
}

describe('heads, methods and paths', () => {
  let own: Refusals;
  let details: Refusals;
  before(async () => {
    own = await openRefusals(ownBody, 'sqlite::memory:');
    details = await openRefusals(problemDetails, 'sqlite::memory:');
  });
  after(async () => {
    await own.served.close();
    await details.served.close();
  });

  const heads: readonly (readonly [what: string, text: string, status: number, code: string | null])[] = [
    ['a line that is no HTTP', 'GET /notes HTTQ/1.1\r\n\r\n', 400, 'malformed'],
    [
      'two lengths',
      'POST /notes HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      400,
      'malformed',
    ],
    ['no Host', 'GET /notes HTTP/1.1\r\n\r\n', 400, 'malformed'],
    ['a head that is too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, null],
    ['a target that is too long', `GET /${'x'.repeat(9000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414, null],
    ['an expectation', 'POST /notes HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nContent-Length: 0\r\n\r\n', 417, null],
    ['S61: the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed'],
    ['S61: CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 501, null],
    ['S61: a method that nobody knows', 'FROB /notes HTTP/1.1\r\nHost: a\r\n\r\n', 501, null],
    ['S61: TRACE', 'TRACE /notes HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405, 'wrong_method'],
  ];
  for (const [what, text, status, code] of heads) {
    test(`a head is refused in the document's own body: ${what}`, async () => {
      const mine = parsed(await exchange(own.served.address, text));
      const { error } = mine.json as { error: { code: string | null; status: number; trace: string } };
      assert.deepEqual([mine.status, error.status, error.code], [status, status, code]);
      assert.match(error.trace, /^[0-9a-f]{32}$/);
      assert.match(mine.head, /Content-Type: application\/json/);
      const plain = parsed(await exchange(details.served.address, text));
      const problem = plain.json as { type: string; code?: string; instance: string };
      assert.equal(problem.type, code === null ? 'about:blank' : `/docs#errors-${code}`);
      assert.match(problem.instance, /^urn:uuid:/);
      assert.match(plain.head, /Content-Type: application\/problem\+json/);
      for (const { head } of [mine, plain]) {
        assert.match(head, /X-Content-Type-Options: nosniff/);
        assert.doesNotMatch(head, /^(Server|X-Powered-By):/im);
      }
    });
  }

  test('an answer to HEAD has the head of its refusal and no body', async () => {
    const text = 'HEAD /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const answer = await exchange(own.served.address, text);
    assert.match(answer, /^HTTP\/1\.1 404 /);
    assert.match(answer, /Content-Length: [1-9]/);
    assert.equal(answer.split('\r\n\r\n')[1], '');
  });

  test('S60: answers are not sniffed, not stored, and say nothing of the server; no origin is let in that is not stated', async () => {
    const key = await own.served.key(['all'], { shop: 'north' });
    const origins = ['https://shop.example', 'null', 'https://evil.shop.example'];
    const paths = ['/folders', '/notes/1', '/nowhere', '/letters'];
    for (const origin of origins) {
      for (const path of paths) {
        const got = await own.served.ask(`GET ${path}`, { key, headers: { Origin: origin } });
        assert.equal(got.headers.get('X-Content-Type-Options'), 'nosniff', path);
        assert.match(got.headers.get('Cache-Control') ?? '', /no-store|no-cache/, path);
        for (const name of ['Server', 'X-Powered-By', 'Access-Control-Allow-Origin']) {
          assert.equal(got.headers.get(name), null, `${path} ${name}`);
        }
      }
    }
  });

  test('S61: a method that a path does not have changes nothing and gets the methods that it has', async () => {
    const shops = ['west', 'east'].map(async (shop) => {
      const key = await own.served.key(['all'], { shop });
      const headers = { 'Idempotency-Key': `made by ${shop}`.replaceAll(' ', '-') };
      const made = await own.served.ask('POST /folders', { key, headers, body: { name: shop } });
      assert.equal(made.status, 201, made.text);
      const note = await own.served.ask('POST /notes', { key, body: { folder: made.json.id, text: 'kept' } });
      assert.equal(note.status, 201, note.text);
      return { key, folder: made.json.id as string, note: note.json.id as string };
    });
    const [west, east] = await Promise.all(shops);
    const seen = async (): Promise<readonly string[]> => {
      const lines = [west!, east!].flatMap(({ key, note }) => [
        own.served.ask('GET /folders', { key }),
        own.served.ask(`GET /notes/${note}`, { key }),
      ]);
      return (await Promise.all(lines)).map(({ text }) => text);
    };
    const before = await seen();
    const paths: readonly (readonly [path: string, allowed: readonly string[]])[] = [
      ['/folders', ['POST', 'GET', 'HEAD', 'OPTIONS']],
      [`/folders/${west!.folder}`, ['PATCH', 'DELETE', 'OPTIONS']],
      [`/notes/${west!.note}`, ['GET', 'DELETE', 'HEAD', 'OPTIONS']],
      [`/notes/${west!.note}/close`, ['POST', 'OPTIONS']],
    ];
    let tried = 0;
    for (const [path, allowed] of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (verb) => !allowed.includes(verb),
      )) {
        for (const { key } of [west!, east!]) {
          const body = method === 'GET' || method === 'HEAD' ? {} : { body: { name: 'planted', text: 'planted' } };
          const got = await own.served.ask(`${method} ${path}`, { key, headers: { 'If-Match': '*' }, ...body });
          assert.equal(got.status, 405, `${method} ${path}`);
          if (method !== 'HEAD') assert.equal(got.json.error.code, 'wrong_method', `${method} ${path}`);
          assert.deepEqual(got.headers.get('Allow')?.split(', ').sort(), allowed.toSorted(), path);
          tried++;
        }
      }
      for (const method of ['PROPFIND', 'LINK', 'PURGE', 'COPY', 'MOVE', 'LOCK', 'SEARCH', 'FROB']) {
        const head = `Host: a\r\nAuthorization: Bearer ${west!.key}\r\nConnection: close`;
        const got = parsed(await exchange(own.served.address, `${method} ${path} HTTP/1.1\r\n${head}\r\n\r\n`));
        assert.equal(got.status, 501, `${method} ${path}`);
      }
      const trace = `TRACE ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
      assert.equal(parsed(await exchange(own.served.address, trace)).status, 405, path);
      assert.equal((await own.served.ask(`OPTIONS ${path}`, { key: west!.key })).status, 204);
    }
    assert.ok(tried > 20, String(tried));
    assert.deepEqual(await seen(), before);
    assert.match(before[0]!, /west/);
  });

  test('S62: two thousand paths at which scanners look are not found, with a credential and without', async () => {
    const key = await own.served.key(['all'], { shop: 'north' });
    assert.ok(commonPaths.length > 1900, String(commonPaths.length));
    for (const path of commonPaths) {
      for (const asked of [{ key }, {}]) {
        const got = await own.served.ask(`GET ${path}`, asked);
        assert.deepEqual([got.status, got.json?.error.code], [404, 'unknown'], path);
      }
    }
  });
});
