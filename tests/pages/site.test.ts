import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findBrokenLinks, linkTo, resolveLink, toOutput } from '../../site/links.ts';
import { listInOrder, readSidebar } from '../../site/sidebar.ts';
import { root } from '../support/process.ts';

test('each file of the repository has a place on the site', () => {
  const places = {
    'README.md': 'index.html',
    'CHANGELOG.md': 'changelog.html',
    'docs/README.md': 'pages.html',
    'docs/tutorial.md': 'tutorial.html',
    'docs/cookbook/README.md': 'cookbook/index.html',
    'docs/language/states.md': 'language/states.html',
    'docs/pictures/docs-states-light.png': 'pictures/docs-states-light.png',
    'deploy/Dockerfile': 'files/deploy/Dockerfile.html',
  };
  for (const [source, output] of Object.entries(places)) assert.equal(toOutput(source), output);
});

test('links of the site are relative, so that it works at any address', () => {
  assert.equal(linkTo('language/states.html', 'tutorial.html'), '../tutorial.html');
  assert.equal(linkTo('index.html', 'cookbook/me.html'), 'cookbook/me.html');
  assert.equal(linkTo('cli.html', 'cli.html'), 'cli.html');
  assert.deepEqual(resolveLink('docs/cookbook/me.md', '../keys.md#rotate'), { file: 'docs/keys.md', hash: '#rotate' });
  assert.deepEqual(resolveLink('docs/keys.md', '#rotate'), { file: 'docs/keys.md', hash: '#rotate' });
  assert.equal(resolveLink('docs/keys.md', 'https://example.com/#x'), undefined);
});

test('the check of links finds a missing page, a missing anchor, a missing picture and a link above the site', () => {
  const page = (links: string): string => `<h2 id="here">Here</h2>${links}`;
  const pages = new Map([
    [
      'index.html',
      page('<a href="cookbook/me.html#here">1</a><a href="#here">2</a><a href="https://x.example/#no">3</a>'),
    ],
    [
      'cookbook/me.html',
      page('<img alt="" src="../pictures/a.png"><a class="x" href="../index.html">4</a><a href="../llms.txt">5</a>'),
    ],
    [
      'wrong.html',
      page('<a href="gone.html">1</a><a href="index.html#gone">2</a><img src="gone.png"><a href="../index.html">3</a>'),
    ],
  ]);
  const files = new Set(['pictures/a.png', 'llms.txt']);
  assert.deepEqual(findBrokenLinks(pages, files), [
    'wrong.html: gone.html',
    'wrong.html: index.html#gone',
    'wrong.html: gone.png',
    'wrong.html: ../index.html',
  ]);
});

test('the sidebar has the groups of docs/README.md, with the pages of the cookbook and the language', () => {
  const read = (source: string): string | undefined =>
    existsSync(join(root, source)) ? readFileSync(join(root, source), 'utf8') : undefined;
  const groups = readSidebar(read);
  assert.deepEqual(
    groups.map(({ title }) => title),
    ['Tutorials', 'How-to guides', 'Reference', 'Explanation'],
  );
  const all = listInOrder(groups).map(({ source }) => source);
  for (const source of ['docs/tutorial.md', 'docs/cookbook/log-in.md', 'docs/language/states.md', 'docs/limits.md']) {
    assert.equal(all.filter((each) => each === source).length, 1, source);
  }
  assert.deepEqual(
    all.filter((source) => !existsSync(join(root, source))),
    [],
  );
});
