import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';

const hostile = `"><img src=x onerror="alert(1)"> & '`;

test('a text stays a text between elements, where its quotation marks need no escape', () => {
  assert.equal(
    html`<p class="a > b">${hostile}</p>`.text,
    `<p class="a > b">"&gt;&lt;img src=x onerror="alert(1)"&gt; &amp; '</p>`,
  );
});

test('a text cannot leave an attribute, in the template of its element or in one that is a part of the tag', () => {
  const escaped = `&#34;&gt;&lt;img src=x onerror=&#34;alert(1)&#34;&gt; &amp; '`;
  assert.equal(html`<p title="${hostile}">x</p>`.text, `<p title="${escaped}">x</p>`);
  assert.equal(html`<p${html` title="a > ${hostile}"`}>x</p>`.text, `<p title="a > ${escaped}">x</p>`);
  assert.equal(html`<b>x</b><p id="y" title="${['a', hostile]}">`.text, `<b>x</b><p id="y" title="a${escaped}">`);
});
