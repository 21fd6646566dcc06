import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isName, type NameForm, toValidName } from './names.ts';

test('names have the forms of the language', () => {
  assert.ok(isName('Invoice2', 'upper') && !isName('invoice', 'upper') && !isName('In_voice', 'upper'));
  assert.ok(isName('invoice.paid', 'lower') && isName('2026-11-01', 'lower') && !isName('Invoice', 'lower'));
  assert.ok(isName('IN_PROGRESS', 'either') && isName('Order.Paid', 'either') && !isName('Read:All', 'either'));
  assert.ok(isName('invoices:write', 'scope') && isName('Read:All', 'scope') && !isName('invoices:write', 'lower'));
  assert.ok(!isName('__proto__', 'lower') && !isName('', 'lower') && !isName('a b', 'scope'));
});

test('a near name is one of the form', () => {
  assert.equal(toValidName('Not found', 'lower'), 'not_found');
  assert.equal(toValidName('line item', 'upper'), 'LineItem');
  assert.equal(toValidName('Read All', 'scope'), 'Read_All');
  assert.equal(toValidName('ORDERS_WRITE', 'lower'), 'orders_write');
  assert.equal(toValidName('In progress', 'either'), 'In_progress');
  assert.equal(toValidName('HTTPError', 'lower'), 'httpError');
  assert.equal(toValidName('NotFound', 'lower'), 'notFound');
  assert.equal(toValidName('—', 'lower'), undefined);
});

test('whatever is suggested may be a name', () => {
  const form = fc.constantFrom('upper', 'lower', 'either', 'scope');
  fc.assert(
    fc.property(fc.string(), form as fc.Arbitrary<NameForm>, (text, kind) => {
      const made = toValidName(text, kind);
      assert.ok(made === undefined || isName(made, kind));
    }),
  );
});

test('a suggested name is cut after a whole word', () => {
  const words = 'no credential; invalid credential';
  const many = Array.from({ length: 9 }, () => words).join('; ');
  const made = toValidName(many, 'lower')!;
  assert.ok(made.length > 150 && made.length <= 200, made);
  assert.match(made, /^(?:no_credential_invalid_credential_)*no_credential(?:_invalid(?:_credential)?)?$/);
  assert.match(
    toValidName(many, 'upper')!,
    /^(?:NoCredentialInvalidCredential)*NoCredential(?:Invalid(?:Credential)?)?$/,
  );
  assert.equal(toValidName('a'.repeat(300), 'lower'), undefined);
  assert.equal(toValidName(`${'a'.repeat(200)} b`, 'lower'), 'a'.repeat(200));
  assert.equal(toValidName(`${'a'.repeat(201)} b`, 'lower'), undefined);
});
