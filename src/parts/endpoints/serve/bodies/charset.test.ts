import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUtf8Type } from './charset.ts';

test('a media type is of UTF-8 when it names no charset, or UTF-8 alone, in any spelling', () => {
  for (const type of [
    'application/json',
    'application/json;',
    'application/json; x=y',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; Charset="utf-8" ; x=y',
    'application/json; charset="\\u\\t\\f-8"; charset=utf8',
    'application/json; x="; charset=latin1"; charset=utf-8 ',
    'application/vnd.charset+json',
  ]) {
    assert.ok(isUtf8Type(type), type);
  }
});

test('another charset, a second one, or parameters that cannot be read are not UTF-8', () => {
  for (const type of [
    'application/json; charset=utf-16',
    'application/json; charset="utf-8-x"',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset',
    'application/json; charset=',
    'application/json; charset = utf-8',
    'application/json; charset="utf-8',
    'application/json; charset=utf-8 utf-16',
    `application/json; charset${' '.repeat(16_000)}x`,
    `application/json; charset="${'\\'.repeat(16_001)}`,
  ]) {
    assert.ok(!isUtf8Type(type), type);
  }
});
