/** The contents of a project. */
export interface ProjectContents {
  /** The name of the file of the document. */
  readonly document: string;
  /** The name of the folder, from which the name of the package is derived. */
  readonly folder: string;
  /** The text of the document. */
  readonly text: string;
  /** The name of the service. */
  readonly name: string;
  /** The version of `nonet`, or the address of a package. */
  readonly dependency: string;
  /** The test: of the notes of `nonet init --small`, or one that fits every document. */
  readonly test: 'notes' | 'opening';
}

/** Returns the name of the file of the package, which `npm pack` writes. Nonet is not on npm: a version would install a package of others. */
export function formatPackageFile(version: string): string {
  return `nonet-${version}.tgz`;
}

/** Returns the files of a project by their names: the document, its test, package.json, .gitignore, README.md and AGENTS.md. */
export function createProjectFiles(contents: ProjectContents): ReadonlyMap<string, string> {
  const { document, text, name, test, dependency } = contents;
  const file = /^file:([^/]+\.tgz)$/.exec(dependency)?.[1];
  const source =
    file === undefined ? '' : ` from \`${file}\`, which \`npm run build && npm pack\` writes in a checkout of Nonet`;
  const words = { document, name, kit, source, quoted: JSON.stringify(document).slice(1, -1).replaceAll("'", "\\'") };
  const fill = (template: string): string =>
    template.replaceAll(/\{(document|name|quoted|kit|source)\}/g, (_, word: keyof typeof words) => words[word]);
  return new Map([
    [document, text],
    [`${document.replace(/\.[^.]*$/, '')}.test.ts`, fill(test === 'notes' ? notesTest : openingTest)],
    ['package.json', `${JSON.stringify(createPackage(contents), undefined, 2)}\n`],
    ['.gitignore', ignored],
    ['README.md', fill(readmeTemplate)],
    ['AGENTS.md', fill(agentsTemplate)],
  ]);
}

function createPackage({ document, folder, dependency }: ProjectContents): object {
  const shown = /^[\w./-]+$/.test(document) ? document : JSON.stringify(document);
  return {
    name: createPackageName(folder),
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=24.15' },
    scripts: {
      start: `nonet serve ${shown}`,
      dev: `nonet serve ${shown} --watch`,
      check: `nonet check ${shown}`,
      client: `nonet generate client ${shown} --out client.ts`,
      test: 'node --test',
    },
    dependencies: { nonet: dependency },
  };
}

/** A name that npm accepts. */
function createPackageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name === '' || name === 'nonet' ? 'service' : name;
}

const ignored = `node_modules/
*.db
*.db-*
*.key
.env
`;

/** Apart from its template, whose imports would count as those of this file. */
const kit = "import { openTest } from 'nonet/testing';";

/** The test of the document that `nonet init --small` writes. */
const notesTest = /* not a message */ `import assert from 'node:assert/strict';
import { test } from 'node:test';
{kit}

test('a note is created, read and listed', async () => {
  const service = await openTest({ document: '{quoted}' });
  const client = service.anonymous;
  const note = await client.post('/notes', { text: 'Buy milk' });
  assert.equal(note.status, 201);
  assert.equal((await client.get(\`/notes/\${note.body.id}\`)).body.text, 'Buy milk');
  assert.deepEqual((await client.get('/notes')).body.data, [note.body]);
  await service.close();
});

test('a note without a text is rejected', async () => {
  const service = await openTest({ document: '{quoted}' });
  const refused = await service.anonymous.post('/notes', {});
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.errors, [{ pointer: '/text', message: 'is required' }]);
  await service.close();
});
`;

/** The test of any other document. */
const openingTest = /* not a message */ `import assert from 'node:assert/strict';
import { test } from 'node:test';
{kit}

test('the service opens, and knows no other path', async () => {
  const service = await openTest({ document: '{quoted}' });
  const response = await service.anonymous.get('/no/such/path');
  assert.equal(response.status, 404);
  await service.close();
});
`;

const readmeTemplate = /* not a message */ `# {name}

[{document}]({document}) describes this service, and Nonet runs it.

| Command | What it does |
| --- | --- |
| \`npm install\` | installs Nonet{source} |
| \`npm start\` | serves \`{document}\` on http://127.0.0.1:4000, with its documentation at \`/docs\` |
| \`npm run dev\` | serves it, and again after each change of the document |
| \`npm run check\` | reports errors of the document, each with its line |
| \`npm run client\` | generates \`client.ts\`, a typed client |
| \`npm test\` | runs the tests, in memory |
| \`npx nonet gaps {document}\` | lists what the document does not say yet |
`;

const agentsTemplate = /* not a message */ `# For coding assistants

\`{document}\` is the service: Nonet checks it and runs it. Change the document, not generated code.

- Read the document language first: \`npx nonet mcp --author\` has the tool \`nonet_language\`, and the package has \`docs/language.txt\`.
- After each change run \`npx nonet check {document}\` and fix every error. Each one has a note and a fix.
- Never invent facts that the author did not state. Record them as gaps: \`Rate limits: not shown.\`, or \`not shown\` in a cell.
- Run \`npx nonet fmt {document}\` before a commit, and \`npm test\`.
- Before you change a published API, run \`npx nonet compare <old> {document}\` and add the rows of Changes that it lists.
- Write TypeScript only for operations marked \`(handler)\`; \`npx nonet generate types {document}\` writes their types.
`;
