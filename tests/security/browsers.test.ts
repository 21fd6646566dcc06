import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Served, serve } from '../../src/serve/served.fixture.ts';
import { shop } from '../../src/serve/shop.fixture.ts';
import { exchange } from './errors.fixture.ts';

// Which pages of other origins may read an answer (S60): those of the stated origins, letter by letter.

const stated = 'https://shop.example';
const from = (origins: string): string =>
  shop.replace('- Unknown members: refused', `- Unknown members: refused\n- Browsers from: ${origins}`);
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
async function answersTo({ address }: Served, origin: string | undefined, key: string): Promise<readonly string[]> {
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
    assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `), `${line} ${text}`);
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
    for (const one of [served, cookies, anywhere]) await one.close();
  });
  const keyOf = (of: Served): Promise<string> => of.key(['read', 'write'], { shop: 'a' });

  test('S60: an origin that is not stated is never let in: not by its likeness, not as null, not by reflection', async () => {
    for (const one of [served, cookies]) {
      const key = await keyOf(one);
      for (const origin of [...others, undefined]) {
        for (const answer of await answersTo(one, origin, key)) {
          assert.doesNotMatch(answer, /Access-Control-Allow-(Origin|Credentials)/i, `${origin}: ${answer}`);
          // What is kept on the way is not given to a page of another origin.
          assert.match(answer, /\r\nVary:[^\r]*\bOrigin\b/i, `${origin}: ${answer}`);
        }
      }
    }
  });

  test('S60: the stated origin is let in by its name alone, with credentials only where a cookie carries one', async () => {
    for (const [one, credentials] of [
      [served, false],
      [cookies, true],
    ] as const) {
      for (const answer of await answersTo(one, stated, await keyOf(one))) {
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
