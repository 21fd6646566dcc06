/**
 * Who may import whom (ARCHITECTURE.md). A rule speaks of the files of one place; the first that fits a file holds for it.
 * Places are paths below the root of the project without `.ts`; `*` is one name, `**` any number of them, `<own>` the folder
 * of the file itself.
 */
export interface ImportRule {
  readonly files: string;
  /** Places that these files may import besides those of their own folder. */
  readonly may: readonly string[];
  /** Packages and `node:` modules. */
  readonly packages?: readonly string[];
  /** The own folder is not allowed as a whole: only what `may` says (the parts, whose rule is by file). */
  readonly strict?: true;
  /** Every import must be `import type`. */
  readonly typesOnly?: true;
}

const text = 'src/text/**';
const problems = 'src/problems/**';
const markdown = 'src/markdown/**';
const expression = 'src/expression/**';
const tree = 'src/expression/tree';
const shape = 'src/shape/**';
const plan = 'src/plan/**';
const steps = 'src/steps/**';
const serve = 'src/serve/**';
const meaning = 'src/parts/meaning/**';
const comparing = 'src/parts/comparing/**';
const sharedTypes = ['src/parts/service', 'src/parts/not-shown', 'src/parts/*/model'];
const wordReaders = [
  'src/parts/resources/type-words',
  'src/parts/resources/constraint-words',
  'src/parts/resources/literal-words',
];
/** What the cell Before of a change is read by: as the cell itself, in its own part. */
const beforeReaders = ['src/parts/endpoints/read-{facts,path}', 'src/parts/limits/kinds/**'];
const members = [
  'src/parts/resources/types/**',
  'src/parts/resources/formats/**',
  'src/parts/endpoints/operations/**',
  'src/parts/authentication/schemes/**',
  'src/parts/events/deliveries/**',
  'src/parts/errors/conditions/**',
  'src/parts/limits/kinds/**',
];

/** The rules, most special first. */
export const importRules: readonly ImportRule[] = [
  { files: '**/*.test', may: ['**'], packages: ['**'] },
  { files: '**/*.suite', may: ['**'], packages: ['**'] },
  { files: '**/*.fixture', may: ['**'], packages: ['**'] },
  { files: 'src/text/*', may: [] },
  { files: 'src/problems/*', may: [text] },
  { files: 'src/changes/*', may: [text, problems] },
  { files: 'src/markdown/*', may: [text, problems], packages: ['mdast-util-from-markdown'] },
  { files: 'src/expression/tree', may: [], strict: true },
  { files: 'src/expression/dialect', may: [tree], strict: true },
  { files: 'src/expression/parse', may: [text, problems, expression], packages: ['@marcbachmann/cel-js'] },
  { files: 'src/expression/*', may: [text, problems] },
  { files: 'src/plan/*', may: [tree] },
  { files: 'src/steps/*', may: [plan, tree], typesOnly: true },
  { files: 'src/shape/resolve*', may: [text, problems, expression, plan, ...sharedTypes, meaning, ...wordReaders] },
  { files: 'src/shape/*', may: [text, problems, plan, expression] },
  {
    files: 'src/parts/meaning/*',
    may: [
      text,
      problems,
      markdown,
      expression,
      'src/shape/parse',
      'src/shape/syntax',
      plan,
      ...sharedTypes,
      ...members,
      ...wordReaders,
      'src/parts/resources/patterns',
    ],
  },
  { files: 'src/parts/comparing/*', may: [text, expression, shape, plan, 'src/parts/errors/choose', ...sharedTypes] },
  {
    // which format takes the values of another
    files: 'src/parts/resources/changes/schemas',
    may: [plan, 'src/parts/resources/formats/**'],
  },
  {
    // where a document can refuse at all
    files: 'src/parts/errors/changes/answers',
    may: [text, 'src/changes/**', comparing, 'src/parts/errors/facts'],
  },
  {
    files: 'src/parts/*/changes/*',
    may: [text, expression, shape, plan, meaning, 'src/changes/**', comparing, ...sharedTypes],
  },
  { files: 'src/parts/*/compare*', may: [text, 'src/changes/**', comparing, ...sharedTypes, '<own>/changes/**'] },
  {
    files: 'src/parts/compare*',
    may: [
      text,
      plan,
      'src/changes/**',
      comparing,
      ...sharedTypes,
      'src/parts/*/compare*',
      'src/parts/*/changes/**',
      'src/parts/compare*',
      'src/parts/versions',
    ],
    strict: true,
  },
  { files: 'src/parts/versioning/model', may: [text, 'src/changes/verb', ...sharedTypes], strict: true },
  { files: 'src/parts/*/model', may: [text, tree, ...sharedTypes], strict: true },
  { files: 'src/parts/*/grammar', may: ['src/markdown/grammar'], strict: true },
  { files: 'src/parts/grammars', may: ['src/markdown/grammar', 'src/parts/*/grammar'], strict: true },
  { files: 'src/parts/resources/patterns', may: [], packages: ['re2js'], strict: true },
  {
    // a step's two halves: its facts of the plan, and what it does with them
    files: 'src/parts/*/steps/*',
    may: [text, plan, steps, tree, 'src/parts/*/serve*', 'src/parts/*/steps/*', 'src/parts/authentication/schemes/*'],
  },
  { files: 'src/parts/steps', may: [plan, steps, 'src/parts/*/steps/*', 'src/parts/errors/choose'], strict: true },
  { files: 'src/parts/*/*/*', may: [text, problems, 'src/markdown/cell*', plan, steps, tree, ...sharedTypes] },
  {
    files: 'src/parts/*/serve*',
    may: [
      text,
      plan,
      steps,
      tree,
      'src/parts/*/serve*',
      'src/parts/*/steps/*',
      'src/parts/errors/choose',
      '<own>/*/**',
    ],
    strict: true,
  },
  { files: 'src/parts/errors/choose', may: [plan, '<own>/conditions/**'], strict: true },
  { files: 'src/parts/members', may: [...members, 'src/parts/resources/patterns', plan, steps], strict: true },
  { files: 'src/parts/{index,versions}', may: ['src/parts/**', markdown, text, problems, plan, shape], strict: true },
  {
    files: 'src/parts/*/{read*,*-words}',
    may: [
      text,
      problems,
      markdown,
      expression,
      'src/parts/*/model',
      'src/parts/not-shown',
      ...wordReaders,
      '<own>/*/**',
    ],
  },
  {
    // parameters and orders of older versions are asked what those of the document are
    files: 'src/parts/versioning/check-{orders,parameters}',
    may: [
      text,
      problems,
      plan,
      ...sharedTypes,
      meaning,
      ...wordReaders,
      'src/parts/endpoints/{fitting,problems,resolve-*}',
    ],
  },
  {
    files: 'src/parts/versioning/undo*',
    may: [text, problems, markdown, expression, shape, plan, ...sharedTypes, meaning, ...wordReaders, ...beforeReaders],
  },
  {
    files: 'src/parts/*/*',
    may: [
      text,
      problems,
      markdown,
      expression,
      shape,
      plan,
      'src/changes/**',
      ...sharedTypes,
      meaning,
      ...wordReaders,
      'src/parts/grammars',
      '<own>/*/**',
    ],
  },
  { files: 'src/parts/gaps', may: [text, markdown, 'src/parts/grammars', ...sharedTypes], strict: true },
  { files: 'src/parts/*', may: [text, markdown, plan, ...sharedTypes], strict: true },
  { files: 'src/code/**', may: ['src/code/**', plan, steps, expression, 'src/text/shown', 'src/parts/members'] },
  {
    files: 'src/stores/{migration,migration/*}',
    may: [text, plan, steps, 'src/code/**', expression, 'src/stores/**'],
  },
  {
    files: 'src/stores/postgres/*',
    may: [plan, steps, 'src/code/**', expression, 'src/stores/{*,service-tables/*,transfer/*,migration/*}'],
    packages: ['node:**', 'pg'],
  },
  {
    files: 'src/stores/sqlite/*',
    may: [plan, steps, 'src/code/**', expression, 'src/stores/{*,service-tables/*,transfer/*,migration/*}'],
    packages: ['node:**'],
  },
  { files: 'src/stores/service-tables/*', may: [plan, steps, 'src/code/**', 'src/stores/*'] },
  {
    files: 'src/stores/{*,transfer/*}',
    may: [plan, steps, 'src/code/**', expression, 'src/stores/**'],
    packages: ['node:**'],
  },
  {
    files: 'src/serve/{node,node/*,host-node}',
    may: [serve, plan, steps, 'src/code/**', 'src/parts/members', 'src/parts/*/serve*', 'src/parts/errors/choose'],
    packages: ['node:**'],
  },
  { files: 'src/serve/nats/connection', may: [], packages: ['@nats-io/transport-node', '@nats-io/jetstream'] },
  { files: 'src/serve/verifying/signed-tokens', may: [steps, 'src/code/**'], packages: ['jose'] },
  {
    files: serve,
    may: [
      serve,
      'src/text/{duration,nearest,shown}',
      plan,
      steps,
      'src/code/**',
      'src/parts/members',
      'src/parts/steps',
      'src/parts/*/serve*',
      'src/parts/errors/choose',
    ],
  },
  { files: 'src/module/*', may: [text, problems, plan] },
  { files: 'src/describe/*/*', may: [plan, tree, 'src/markdown/**', 'src/parts/members'] },
  { files: 'src/cli/**', may: ['src/**'], packages: ['commander', 'pino', 'node:**'] },
  { files: 'src/{index,testing}', may: ['src/**'], packages: ['node:**'] },
  { files: 'src/{library,testing}/*', may: ['src/**'], packages: ['node:**'] },
  { files: 'bin/*', may: ['src/cli/**'], packages: ['node:**'] },
  { files: 'scripts/*', may: ['src/**', 'scripts/**', 'tests/support/postgres'], packages: ['**'] },
  { files: 'tests/**', may: ['**'], packages: ['**'] },
];
