import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplatePlan } from '../../plan/plan.ts';
import { createEmailRenderer, longestSubject } from './render.ts';

/** A template: `{name}` is a value. */
function template(text: string): TemplatePlan {
  return text
    .split(/(?<!\\)\{(\w+)\}/)
    .flatMap((piece, at): TemplatePlan => (at % 2 === 1 ? [{ value: piece }] : piece === '' ? [] : [piece]));
}

function write(text: string, values: Readonly<Record<string, unknown>> = {}, subject = '') {
  const written = createEmailRenderer({ subject: template(subject), text: template(text) })(values)!;
  return {
    ...written,
    body: written.html.slice(written.html.indexOf('<body>\n') + 7, written.html.indexOf('\n</body>')),
  };
}

test('an email is a whole HTML document', () => {
  assert.equal(
    write('Hello {name}', { name: 'Ada' }, 'To <{name}>').html,
    '<!DOCTYPE html>\n<html>\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>To &lt;Ada&gt;</title></head>\n<body>\n<p>Hello Ada</p>\n</body>\n</html>\n',
  );
});

test('Markdown becomes HTML, and the plain text stays Markdown', () => {
  const text =
    '# {a}\n\n*{a}* **{a}** `{a}`\\\nnext\n\n- one {a}\n- two\n\n3. three\n\n   more\n4. four\n\n> quoted {a}\n\n---\n\n```\nco{a}de\n```';
  const { body, text: plain } = write(text, { a: '<x>' });
  assert.equal(
    body,
    [
      '<h1>&lt;x&gt;</h1>',
      '<p><em>&lt;x&gt;</em> <strong>&lt;x&gt;</strong> <code>&lt;x&gt;</code><br>next</p>',
      '<ul><li>one &lt;x&gt;</li><li>two</li></ul>',
      '<ol start="3"><li><p>three</p>\n<p>more</p></li><li>four</li></ol>',
      '<blockquote><p>quoted &lt;x&gt;</p></blockquote>',
      '<hr>',
      '<pre>co&lt;x&gt;de</pre>',
    ].join('\n'),
  );
  assert.equal(plain, `${text.replaceAll('{a}', '<x>')}\n`);
});

test('S76: a value in an email is text wherever it is: no Markdown, no HTML, no reference, no mark', () => {
  for (const value of [
    '**b**',
    '[a](https://evil.example)',
    '<b>',
    '&lt;',
    '![x](y)',
    '`c`',
    'https://evil.example',
    '\uE0000\uE001',
    '# h',
    '- l',
    '> q',
  ]) {
    const shown = value
      .replace(/[\uE000\uE001]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    assert.equal(write('{a}', { a: value }).body, `<p>${shown}</p>`);
    assert.equal(write('x {a} y **{a}**', { a: value }).body, `<p>x ${shown} y <strong>${shown}</strong></p>`);
  }
  assert.equal(write('<b>{a}</b> \uE0000\uE001', { a: 'x' }).body, '<p>&lt;b&gt;x&lt;/b&gt; \uFFFD0\uFFFD</p>');
});

test('line breaks of a value stay where it is alone in its line, and else are spaces', () => {
  const values = { a: 'one\r\n\r\ntwo\u2028three' };
  assert.equal(write('x {a}', values).body, '<p>x one two three</p>');
  assert.equal(write('{a} {a}', values).body, '<p>one two three one two three</p>');
  assert.deepEqual(write('- {a}', values), {
    ...write('- {a}', values),
    body: '<ul><li>one<br>\n<br>\ntwo<br>\nthree</li></ul>',
    text: '- one\n\ntwo\nthree\n',
  });
});

test('values of every kind have a form, and absent ones none', () => {
  const values = { n: null, i: 12, f: false, l: ['a', 'b'], o: { b: 1 }, t: 'a\tb' };
  assert.equal(write('{n}|{x}|{i}|{f}|{l}|{o}|{t}|', values).text, '||12|false|a, b|{"b":1}|a\tb|\n');
});

test('S76: a value in a URL of an email is percent-encoded, and a URL that is a value is one of the web or an address', () => {
  const at = (text: string, a: unknown) => write(text, { a });
  assert.equal(
    at('[x](https://a.example/{a}?q={a}#{a})', 'ü/&"?').body,
    '<p><a href="https://a.example/%C3%BC%2F%26%22%3F?q=%C3%BC%2F%26%22%3F#%C3%BC%2F%26%22%3F">x</a></p>',
  );
  assert.equal(
    at('see https://a.example/{a}.', '"><b>').body,
    '<p>see <a href="https://a.example/%22%3E%3Cb%3E">https://a.example/%22%3E%3Cb%3E</a>.</p>',
  );
  assert.equal(at('<https://a.example/{a}>', 'b c').text, '<https://a.example/b%20c>\n');
  assert.equal(
    at('[x]({a})', 'https://a.example/b?c=d&e').body,
    '<p><a href="https://a.example/b?c=d&amp;e">x</a></p>',
  );
  assert.equal(
    at('[x]({a}/{a})', 'https://a.example').body,
    '<p><a href="https://a.example/https%3A%2F%2Fa.example">x</a></p>',
  );
  assert.equal(
    at('[x](mailto:{a})', 'a@b.example?bcc=c').body,
    '<p><a href="mailto:a%40b.example%3Fbcc%3Dc">x</a></p>',
  );
  for (const value of [
    'javascript:alert(1)',
    ' javascript:x',
    'data:text/html,x',
    '//evil.example',
    'https://a.example/" onclick="x',
    'https://a.example/) [y](https://evil.example',
    '',
    null,
  ]) {
    const { body, text } = at('[x]({a})', value);
    assert.deepEqual([body, text], ['<p>x</p>', '[x]()\n'], String(value));
  }
  assert.equal(at('[x](javascript:{a}) [y](/{a})', 'z').body, '<p>x y</p>');
});

test('braces of the text itself are written with a backslash', () => {
  const { body, text, subject } = write('\\{a} {a}', { a: 'b' }, '\\{a} {a}');
  assert.deepEqual([body, text, subject], ['<p>{a} b</p>', '{a} b\n', '{a} b']);
});

test('a subject is one line of at most 250 characters', () => {
  const subject = (a: unknown) => write('x', { a }, ' A  {a} ').subject;
  assert.equal(subject('b\r\n\tc\u0000\u202Ed'), 'A b cd');
  assert.equal(subject('😀'.repeat(400)), `A ${'😀'.repeat(longestSubject - 3)}…`);
});

test('an email that is too long is not written', () => {
  const render = createEmailRenderer({ subject: [], text: [{ value: 'a' }] });
  assert.equal(render({ a: 'x'.repeat(1_048_577) }), undefined);
  assert.equal(render({ a: '&'.repeat(300_000) }), undefined);
  assert.notEqual(render({ a: 'x'.repeat(1_000_000) }), undefined);
});
