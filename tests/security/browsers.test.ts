import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { open } from '../../src/library/open.ts';
import { descriptionRoutes } from '../../src/serve/descriptions/index.ts';
import type { Settings } from '../../src/serve/settings.ts';
import { type Served, serve, serveIn } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { documentText } from '../support/document-text.fixture.ts';
import { exchange } from './errors.fixture.ts';

// Which pages of other origins may read an answer (S60): those of the stated origins, letter by letter.

const stated = 'https://shop.example';
const from = (origins: string): string =>
  shop.replace('- Unknown fields: refused', `- Unknown fields: refused\n- Allowed origins: ${origins}`);
const withCookie = (document: string): string =>
  document.replace('header Authorization: Bearer', 'header Authorization: Bearer; cookie session');

const others: readonly string[] = [
  'null',
  'https://evil.example',
  'https://evil.shop.example',
  'https://shop.example.evil.example',
  'https://notshop.example',
  'https://shop.exampl',
  'https://shop.example.',
  'https://shop.example:8443',
  'http://shop.example',
  'https://shop.example/',
  'https://shop.example https://evil.example',
  'https://shop.example, https://evil.example',
  'https://shop_example',
  'https://user@shop.example',
  'file://',
  '*',
];

/** Answers of every kind, as a page of an origin would get them: read, refused, not found, unread, and asked for beforehand. */
async function answersTo(
  { address }: Served,
  origin: string | undefined,
  key: string,
  changes = true,
): Promise<readonly string[]> {
  const head = [
    'Host: shop',
    'Connection: close',
    `Authorization: Bearer ${key}`,
    ...(origin === undefined ? [] : [`Origin: ${origin}`]),
  ];
  const wanted = 'Access-Control-Request-Method: DELETE';
  const asked: readonly (readonly [line: string, status: number, ...more: readonly string[]])[] = [
    ['GET /customers', 200],
    ['GET /public/tags', 200],
    ['GET /nowhere', 404],
    ['DELETE /customers', 405],
    ['POST /customers', 422, 'Content-Length: 2', 'Content-Type: application/json'],
    ['OPTIONS /customers', 204, wanted],
    ['OPTIONS /customers/x', 204, wanted, 'Access-Control-Request-Headers: X-Evil'],
    ['OPTIONS /nowhere', 404, wanted],
  ];
  const found: string[] = [];
  for (const [line, status, ...more] of asked) {
    const text = await exchange(
      address,
      `${[`${line} HTTP/1.1`, ...head, ...more].join('\r\n')}\r\n\r\n${line.startsWith('POST') ? '{}' : ''}`,
    );
    // Where cookies carry a credential, what may change something is refused before it is looked at.
    const due = changes || !/^(POST|DELETE)/.test(line) ? status : 403;
    assert.match(text, new RegExp(`^HTTP/1\\.1 ${due} `), `${line} ${text}`);
    found.push(`${line}\n${text.split('\r\n\r\n')[0]}`);
  }
  return found;
}

describe('pages of other origins', () => {
  let served: Served;
  let cookies: Served;
  let anywhere: Served;
  before(async () => {
    served = await serve(from(stated));
    cookies = await serve(withCookie(from(stated)));
    anywhere = await serve(withCookie(from('anywhere')));
  });
  after(async () => {
    for (const service of [served, cookies, anywhere]) await service.close();
  });
  const keyOf = (of: Served): Promise<string> => of.key(['read', 'write'], { shop: 'a' });

  test('S60: an origin that is not stated is never let in: not by its likeness, not as null, not by reflection', async () => {
    for (const service of [served, cookies]) {
      const key = await keyOf(service);
      for (const origin of [...others, undefined]) {
        const changes = origin === undefined || service === served;
        for (const answer of await answersTo(service, origin, key, changes)) {
          assert.doesNotMatch(answer, /Access-Control-Allow-(Origin|Credentials)/i, `${origin}: ${answer}`);
          // What is kept on the way is not given to a page of another origin.
          assert.match(answer, /\r\nVary:[^\r]*\bOrigin\b/i, `${origin}: ${answer}`);
        }
      }
    }
  });

  test('S60: the stated origin is let in by its name alone, with credentials only where a cookie carries one', async () => {
    for (const [service, credentials] of [
      [served, false],
      [cookies, true],
    ] as const) {
      for (const answer of await answersTo(service, stated, await keyOf(service))) {
        assert.match(answer, /\r\nAccess-Control-Allow-Origin: https:\/\/shop\.example(\r\n|$)/, answer);
        assert.equal(/Access-Control-Allow-Credentials: true/.test(answer), credentials, answer);
        assert.doesNotMatch(answer, /X-Evil/);
      }
    }
  });

  test('S60: from anywhere means any page, none of them with credentials, and no origin is repeated to it', async () => {
    const key = await keyOf(anywhere);
    for (const origin of [stated, 'https://evil.example', 'null']) {
      for (const answer of await answersTo(anywhere, origin, key)) {
        assert.match(answer, /\r\nAccess-Control-Allow-Origin: \*(\r\n|$)/, answer);
        assert.doesNotMatch(answer, /Access-Control-Allow-Credentials|evil/, answer);
      }
    }
  });
});

/** Things that anybody may make, with this in Endpoints and these schemes. */
const things = (endpoints: string, authentication = 'None.'): string =>
  documentText('Things', {
    purpose: `Keeps things.

- In scope: things`,
    resources: `### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |`,
    endpoints: `${endpoints}

| Operation | Method | Path | Response |
| --- | --- | --- | --- |
| create Thing | POST | /things | 201 \`Thing\` |
| list Thing | GET | /things | 200 \`Thing[]\` |`,
    authentication: `${authentication}`,
    errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| not_for_you | 403 | forbidden |`,
  });

const scheme = (kind: string, carried: string): string =>
  `| Scheme | Kind | Sent in | Credential |\n| --- | --- | --- | --- |\n| key | ${kind} | ${carried} | key |`;

describe('requests that pages of other origins send', () => {
  const evil = ['Origin: http://evil.example'];
  const foreign: readonly (readonly string[])[] = [
    evil,
    ['Origin: null'],
    ['Origin: http://things.evil.example'],
    ['Origin: http://evil.example', 'Sec-Fetch-Site: cross-site'],
    ['Sec-Fetch-Site: cross-site'],
    ['Sec-Fetch-Site: same-site', 'Origin: http://things'],
    ['Origin: http://things:8080'],
    ['Origin: things'],
  ];
  const own: readonly (readonly string[])[] = [
    [],
    ['Origin: http://things'],
    ['Origin: https://THINGS'],
    ['Sec-Fetch-Site: same-origin', 'Origin: https://front.example'],
    ['Sec-Fetch-Site: none'],
  ];
  const statusOf = async ({ address }: Served, line: string, headers: readonly string[]): Promise<string> => {
    const head = [`${line} HTTP/1.1`, 'Host: things', 'Connection: close', 'Content-Length: 0', ...headers];
    const text = await exchange(address, `${head.join('\r\n')}\r\n\r\n`);
    const code = /"code":"(\w+)"/.exec(text)?.[1];
    return `${text.slice(9, 12)}${code === undefined ? '' : ` ${code}`}`;
  };
  const explained = async ({ address }: Served, origin: string): Promise<string | undefined> => {
    const head = [
      'POST /things HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      'Content-Length: 0',
      `Origin: ${origin}`,
    ];
    return /^Nonet-Explain: (.*)$/m.exec(await exchange(address, `${head.join('\r\n')}\r\n\r\n`))?.[1];
  };
  const served = async (
    document: string,
    work: (service: Served) => Promise<void>,
    settings: Settings = { anyHost: true },
  ): Promise<void> => {
    const service = await serve(document, settings);
    try {
      await work(service);
    } finally {
      await service.close();
    }
  };

  test('S74: without authentication a page of another origin changes nothing, whatever it sends', () =>
    served(things(''), async (service) => {
      for (const headers of foreign) {
        assert.equal(await statusOf(service, 'POST /things', headers), '403 not_for_you', String(headers));
        assert.equal(await statusOf(service, 'GET /things', headers), '200', String(headers));
      }
      const line = 1 + things('').split('\n').indexOf('## Endpoints');
      assert.match((await explained(service, 'http://evil.example'))!, new RegExp(`:${line}$`));
      assert.deepEqual((await service.ask('GET /things')).json, []);
      for (const headers of own) assert.equal(await statusOf(service, 'POST /things', headers), '201', String(headers));
    }));

  test('S74: pages are let in by Allowed origins, anywhere, and the address of the service', async () => {
    const text = things('- Allowed origins: https://front.example\n- Base URL: https://api.example');
    await served(text, async (service) => {
      for (const origin of ['https://front.example', 'https://api.example'])
        assert.equal(await statusOf(service, 'POST /things', [`Origin: ${origin}`]), '201', origin);
      assert.equal(await statusOf(service, 'POST /things', evil), '403 not_for_you');
      const line = 1 + text.split('\n').findIndex((candidate) => candidate.startsWith('- Allowed origins'));
      assert.match((await explained(service, 'http://evil.example'))!, new RegExp(`:${line}$`));
    });
    await served(things('- Allowed origins: anywhere'), async (service) => {
      assert.equal(await statusOf(service, 'POST /things', evil), '201');
    });
  });

  test('S74: credentials that browsers send by themselves do not act for a page of another origin; those of headers do', async () => {
    const cookie = scheme('api key', 'header Authorization: Bearer; cookie session');
    const ways: readonly (readonly [document: string, as: (key: string) => string, foreign: string])[] = [
      [things('', cookie), (key) => `Cookie: a=b; session=${key}`, '403 not_for_you'],
      [things('- Allowed origins: anywhere', cookie), (key) => `Cookie: session=${key}`, '403 not_for_you'],
      [things('- Allowed origins: anywhere', cookie), (key) => `Authorization: Bearer ${key}`, '201'],
      [things('- Allowed origins: http://evil.example', cookie), (key) => `Cookie: session=${key}`, '201'],
      [things('', scheme('api key', 'header Authorization: Bearer')), (key) => `Authorization: Bearer ${key}`, '201'],
    ];
    for (const [document, as, status] of ways) {
      await served(document, async (service) => {
        const key = await service.key([], {});
        assert.equal(await statusOf(service, 'POST /things', [as(key), ...evil]), status, document);
        assert.equal(await statusOf(service, 'POST /things', [as(key)]), '201', document);
      });
    }
    const basic = scheme('basic', 'header Authorization: Basic');
    await served(things('', basic), async (service) => {
      assert.equal(await statusOf(service, 'POST /things', evil), '403 not_for_you');
      assert.match(await statusOf(service, 'POST /things', []), /^401/);
    });
    const password = `Authorization: Basic ${btoa('client:a password that is wrong')}`;
    await served(things('- Allowed origins: anywhere', basic), async (service) => {
      assert.equal(await statusOf(service, 'POST /things', [password, ...evil]), '403 not_for_you');
      assert.match(await statusOf(service, 'POST /things', [password]), /^401/);
      assert.match(await statusOf(service, 'POST /things', evil), /^401/);
    });
  });

  test('S74: without authentication, only names of this machine and of the base URL are served: no page acts by a name that leads here', async () => {
    const ask = async (service: Served, line: string, host: string): Promise<string> => {
      const { port } = new URL(service.address);
      const origin = `http://${host}:${port}`;
      const head = [
        `${line} HTTP/1.1`,
        `Host: ${host}:${port}`,
        `Origin: ${origin}`,
        'Connection: close',
        'Content-Length: 0',
      ];
      return exchange(service.address, `${head.join('\r\n')}\r\nSec-Fetch-Site: same-origin\r\n\r\n`);
    };
    const hosts = [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'things',

      'api.example.evil',
    ];
    const known = [
      'localhost',
      'LOCALHOST',
      '127.0.0.1',
      '127.9.9.9',
      '[::1]',
      '192.0.2.1',
      'api.example',
      'API.example',
    ];
    await served(
      things('- Base URL: https://api.example/v1'),
      async (service) => {
        for (const host of hosts) {
          for (const line of ['POST /v1/things', 'GET /v1/things', 'GET /v1/nowhere'])
            assert.match(
              await ask(service, line, host),
              /^HTTP\/1\.1 421 [\s\S]*Host does not name this service\. To allow a name, state it as the base URL: nonet serve --base-url https:\/\/name/,
              `${line} ${host}`,
            );
        }
        for (const host of known) assert.match(await ask(service, 'POST /v1/things', host), /^HTTP\/1\.1 201 /, host);
        assert.equal(((await service.ask('GET /v1/things')).json as readonly unknown[]).length, known.length);
      },
      {},
    );
    const keyed = things('', scheme('api key', 'header Authorization: Bearer'));
    await served(
      keyed,
      async (service) => {
        assert.match(await ask(service, 'GET /things', 'evil.example'), /^HTTP\/1\.1 401 /, 'a page has no key');
      },
      {},
    );
  });

  test('S74: the address that the operator states is served, and where Host may be any name, each of them', async () => {
    const statuses = (service: Served): Promise<readonly string[]> =>
      Promise.all(
        ['shop.example', 'evil.example'].map(async (host) => {
          const head = `GET /things HTTP/1.1\r\nHost: ${host}:4000\r\nConnection: close\r\n\r\n`;
          return (await exchange(service.address, head)).slice(9, 12);
        }),
      );
    const stated = async (service: Served) => assert.deepEqual(await statuses(service), ['200', '421']);
    await served(things(''), stated, { baseUrl: 'https://shop.example' });
    const any = async (service: Served) => assert.deepEqual(await statuses(service), ['200', '200']);
    await served(things(''), any, { anyHost: true });
  });

  test('S60: no response can be shown in a frame of another page: descriptions, answers, refusals, unreadable requests', async (t) => {
    const described = await open({ document: things(''), settings: { mcp: true } });
    t.after(() => described.close());
    const paths = [...descriptionRoutes.map(({ path }) => path), '/docs/service.js'];
    assert.ok(paths.length > 5);
    for (const path of paths) {
      const { status, headers } = await described.fetch(new Request(`http://localhost${path}`));
      assert.equal(status, 200, path);
      assert.match(headers.get('Content-Security-Policy') ?? '', /frame-ancestors 'none'/, path);
      assert.equal(headers.get('X-Frame-Options'), 'DENY', path);
    }
    const service = await serveIn(t, things(''), { anyHost: true });
    for (const line of [
      'GET /things',
      'POST /things',
      'GET /nowhere',
      'DELETE /things',
      'OPTIONS /things',
      'BREW /things',
      'GET things',
    ]) {
      const text = await exchange(
        service.address,
        `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      assert.match(text, /\r\nContent-Security-Policy: frame-ancestors 'none'\r\n/, text);
    }
    assert.match(
      await exchange(service.address, 'x\r\n\r\n'),
      /\r\nContent-Security-Policy: frame-ancestors 'none'\r\n/,
    );
  });
});
