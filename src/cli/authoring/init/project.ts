import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { CommandError } from '../../shared/terminal.ts';
import { createWriteError } from '../../shared/writing.ts';

/** A project to create around a document. */
export interface Project {
  /** The path of the document; its folder is the project. */
  readonly file: string;
  /** The text of the document. */
  readonly text: string;
  /** The name of the service. */
  readonly name: string;
  /** The version of `nonet` in package.json, or the path of a package. */
  readonly dependency: string;
}

/**
 * Writes the document, its test, package.json, .gitignore, README.md and AGENTS.md into the folder of the document, and returns their names.
 * Creates the folder. Throws a `CommandError` if one of the files exists, and then writes none.
 */
export function writeProject(project: Project): readonly string[] {
  const folder = dirname(project.file);
  const files = createFiles(project);
  const existing = [...files.keys()].filter((name) => existsSync(join(folder, name)));
  if (existing.length > 0) {
    const shown = existing.map((name) => join(folder, name)).join(', ');
    const verb = existing.length === 1 ? 'exists' : 'exist';
    throw new CommandError(`${shown} already ${verb}. Choose another folder: init never overwrites a file.`);
  }
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(folder, name), text, { flag: 'wx' });
  } catch (error) {
    throw createWriteError(folder, error);
  }
  return [...files.keys()];
}

function createFiles({ file, text, name, dependency }: Project): ReadonlyMap<string, string> {
  const document = basename(file);
  const stem = document.replace(/\.[^.]*$/, '');
  if (!/\.(md|markdown)$/i.test(document) || /^readme$/i.test(stem)) {
    throw new CommandError(
      `Name the document of a project like notes.md, not ${document}: README.md explains the project.`,
    );
  }
  const words = { document, name, kit, quoted: JSON.stringify(document).slice(1, -1).replaceAll("'", "\\'") };
  const fill = (template: string): string =>
    template.replaceAll(/\{(document|name|quoted|kit)\}/g, (_, word: keyof typeof words) => words[word]);
  return new Map([
    [document, text],
    [`${stem}.test.ts`, fill(testTemplate)],
    ['package.json', `${JSON.stringify(createPackage(file, document, dependency), undefined, 2)}\n`],
    ['.gitignore', ignored],
    ['README.md', fill(readmeTemplate)],
    ['AGENTS.md', fill(agentsTemplate)],
  ]);
}

function createPackage(file: string, document: string, dependency: string): object {
  const folder = dirname(resolve(file));
  const shown = /^[\w./-]+$/.test(document) ? document : JSON.stringify(document);
  return {
    name: createPackageName(basename(folder)),
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
    dependencies: { nonet: resolveDependency(dependency, folder) },
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

/** Makes the path of a package relative to the project. */
function resolveDependency(dependency: string, folder: string): string {
  if (!/^[.~/]|\.tgz$/.test(dependency) && !isAbsolute(dependency)) return dependency;
  return `file:${relative(folder, resolve(dependency)).replaceAll('\\', '/')}`;
}

const ignored = `node_modules/
*.db
*.db-*
*.key
.env
`;

/** Apart from its template, whose imports would count as those of this file. */
const kit = "import { openTest } from 'nonet/testing';";

const testTemplate = /* not a message */ `import assert from 'node:assert/strict';
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

const readmeTemplate = /* not a message */ `# {name}

[{document}]({document}) describes this service, and [Nonet](https://www.npmjs.com/package/nonet) runs it.

| Command | What it does |
| --- | --- |
| \`npm install\` | installs Nonet |
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
