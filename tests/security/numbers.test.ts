import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveIn } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';

const document = shop.replace('| data | object | | |', '| data | object | | |\n| anything | any | | |');

for (const [store, addressOf] of everyStore) {
  test(`S46: numbers come back exactly, or are refused ${store}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await addressOf());
    const key = await served.key(['read', 'write'], { shop: 'a' });
    const other = await served.key(['read'], { shop: 'b' });
    let count = 0;
    const kept = async (number: string): Promise<string | number> => {
      const text = `{"name":"n","email":"n${++count}@example.com","anything":${number}}`;
      const made = await served.ask('POST /customers', { key, text });
      if (made.status !== 201) return made.status;
      const read = await served.ask(`GET /customers/${made.json.id}`, { key });
      return /"anything":([^,}]+)/.exec(read.text)![1]!;
    };
    for (const number of [
      '0',
      '-1',
      '0.5',
      '1e3',
      '0.30000000000000004',
      '9007199254740991',
      '-9007199254740991',
      '1e300',
      '5e-324',
    ]) {
      assert.equal(Number(await kept(number)), Number(number), number);
    }
    for (const number of [
      '1e400',
      '-1e400',
      '9007199254740993',
      '123456789012345678901234567890',
      '0.1234567890123456789012345',
      '-0',
      '1e-400',
    ]) {
      const got = await kept(number);
      const exact = got === 422 || got === number || (Number(got) === Number(number) && exactly(number, String(got)));
      assert.ok(exact, `${number} became ${got}`);
    }
    for (const number of [
      'NaN',
      'Infinity',
      '-Infinity',
      '01',
      '-01',
      '+1',
      '.5',
      '1.',
      '0x10',
      '1_000',
      '1e',
      '--1',
    ]) {
      assert.equal(await kept(number), 400, number);
    }
    assert.equal((await served.ask('GET /customers', { key: other })).json.count, 0);
  });
}

/** Whether two texts are one number: the same digits to the same power of ten. */
function exactly(left: string, right: string): boolean {
  const plain = (text: string): string => {
    const [, sign, whole, part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text)!;
    const digits = `${whole}${part}`.replace(/^0+/, '');
    const trimmed = digits.replace(/0+$/, '');
    return trimmed === '' ? '0' : `${sign}${trimmed}e${Number(power) - part.length + digits.length - trimmed.length}`;
  };
  return plain(left) === plain(right);
}
