/**
 * Who may import whom (ARCHITECTURE.md). A rule speaks of the files of one place; the first that fits a file holds for it.
 * Places are paths below the root of the project without `.ts`; `*` is one name, `**` any number of them, `<part>` the
 * folder of the file's part.
 */
export interface ImportRule {
  readonly files: string | readonly string[];
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
/** What is computed once for each object, and found by its name: they know of nothing. */
const memo = 'src/text/{memo,find-named}';
/** How decimals are compared and added: it knows of nothing. */
const decimals = 'src/text/numbers/decimals';
/** What an email address is: it knows of nothing. */
const mailbox = 'src/text/mailbox';
/** Whose buffers are freed when they were read: it knows of nothing. */
const singleUse = 'src/text/single-use';
/** How sizes are written: it knows of nothing. */
const sizes = 'src/text/numbers/sizes';
const diagnostics = 'src/diagnostics/**';
const markdown = 'src/markdown/**';
const expression = 'src/expression/**';
const tree = 'src/expression/tree';
const shape = 'src/shape/**';
const plan = 'src/plan/**';
/** The table of what operations may do: facts of the language, of no document. */
const kinds = 'src/plan/kinds';
const contracts = 'src/contracts/**';
const serve = 'src/serve/**';
const resolve = 'src/parts/resolve/**';
const codegen = 'src/codegen/**';
const diff = ['src/diff/**', 'src/parts/diff/**'];
const sharedTypes = ['src/parts/service', 'src/parts/{not-shown,row-model}', 'src/parts/*/model'];
const wordReaders = ['src/parts/resources/read/{type,constraint,literal}-words'];
/** What the cell Before of a change is read by: as the cell itself, in its own part. */
const beforeReaders = ['src/parts/endpoints/read/{facts,path}', 'src/parts/limits/kinds/**'];
/** The folders of open sets. */
const members = [
  'src/parts/resources/types/**',
  'src/parts/resources/formats/**',
  'src/parts/endpoints/operations/**',
  'src/parts/authentication/schemes/**',
  'src/parts/events/deliveries/**',
  'src/parts/errors/conditions/**',
  'src/parts/limits/kinds/**',
];

/** What is below the operator: everything that checks, runs and describes a service. */
const engine = [text, diagnostics, expression, plan, contracts, codegen, serve, 'src/{parts,stores,describe}/**'];
const operator = 'src/operator/**';

/** What the parts do while a service runs. */
const partServe = ['src/parts/*/{serve,steps}/**', 'src/parts/*/serve'];
const storeRooms = ['src/stores/{*,queries/*,service-tables/*,transfer/*,migration/*}'];

/** The rules, most special first. */
export const importRules: readonly ImportRule[] = [
  { files: '**/*.test', may: ['**'], packages: ['**'] },
  { files: '**/*.suite', may: ['**'], packages: ['**'] },
  { files: '**/*.fixture', may: ['**'], packages: ['**'] },
  { files: 'src/text/patterns', may: [], packages: ['re2js'] },
  { files: 'src/text/{*,hashes/*,numbers/*,codes/*}', may: [] },
  { files: 'src/diagnostics/*', may: [text] },
  { files: 'src/diff/*', may: [text, diagnostics] },
  { files: 'src/markdown/**', may: [text, diagnostics, markdown], packages: ['mdast-util-from-markdown'] },
  { files: 'src/expression/tree', may: [], strict: true },
  { files: 'src/expression/sql/dialect', may: [tree], strict: true },
  { files: 'src/expression/parse', may: [text, diagnostics, expression], packages: ['@marcbachmann/cel-js'] },
  { files: expression, may: [text, diagnostics, expression] },
  {
    // which callers may do what: row rules are compared by their form
    files: 'src/plan/access/*',
    may: [plan, tree, 'src/expression/{questions,references,conditions/*}', memo],
  },
  { files: plan, may: [plan, tree, 'src/expression/{elements,questions,references}', memo, decimals, mailbox, sizes] },
  { files: contracts, may: [contracts, plan, tree, mailbox], typesOnly: true },
  { files: 'src/shape/*', may: [text, diagnostics, plan, expression] },
  {
    files: 'src/parts/resolve/**',
    may: [text, diagnostics, markdown, expression, shape, plan, resolve, ...sharedTypes, ...members, ...wordReaders],
  },
  {
    // what compare says of the rows of Changes
    files: 'src/parts/diff/change-effects',
    may: [text, plan, ...diff, 'src/parts/{compare,plan,service,versions}'],
    strict: true,
  },
  { files: 'src/parts/diff/*', may: [text, expression, shape, plan, 'src/parts/errors/choose', ...sharedTypes] },
  {
    // which refusals a plan can give
    files: 'src/parts/errors/diff/answers',
    may: [text, ...diff, 'src/parts/plan/refusals', 'src/parts/errors/choose'],
  },
  {
    // how types of resources are compared
    files: 'src/parts/endpoints/diff/input-types',
    may: [text, plan, ...diff, 'src/parts/resources/diff/schemas'],
  },
  {
    files: 'src/parts/*/diff/*',
    may: [text, expression, shape, plan, resolve, ...diff, ...sharedTypes, ...members],
  },
  { files: 'src/parts/*/{compare,compare/*}', may: [text, ...diff, ...sharedTypes, '<part>/{compare,diff}/**'] },
  {
    files: ['src/parts/compare', 'src/parts/compare/*'],
    may: [
      text,
      plan,
      ...diff,
      ...sharedTypes,
      'src/parts/*/{compare,compare/*}',
      'src/parts/*/diff/**',
      'src/parts/{compare,compare/*}',
      'src/parts/versions',
    ],
    strict: true,
  },
  { files: 'src/parts/versioning/model', may: [text, 'src/diff/verb', ...sharedTypes], strict: true },
  { files: 'src/parts/*/model', may: [text, tree, kinds, ...sharedTypes], strict: true },
  { files: 'src/parts/*/grammar', may: ['src/markdown/grammar', 'src/parts/*/words', '<part>/*/index'], strict: true },
  { files: 'src/parts/grammars', may: ['src/markdown/grammar', 'src/parts/*/grammar'], strict: true },
  {
    // a step's two halves: its facts of the plan, and what it does with them
    files: 'src/parts/*/steps/*',
    may: [
      text,
      plan,
      contracts,
      tree,
      ...partServe,
      ...members,
      'src/parts/errors/choose',
      'src/parts/plan/bare-inner-plan',
    ],
  },
  { files: 'src/parts/plan/bare-inner-plan', may: [memo, plan, contracts], strict: true },
  {
    files: 'src/parts/steps',
    may: [memo, plan, contracts, 'src/parts/*/steps/*', 'src/parts/errors/choose'],
    strict: true,
  },
  {
    // which refusals a plan can give: those of its steps, and those of none
    files: 'src/parts/plan/{refusals,inner-plan}',
    may: [
      memo,
      plan,
      contracts,
      ...partServe,
      'src/parts/*/steps/*',
      'src/parts/{steps,plan/refusals,plan/inner-plan,plan/bare-inner-plan}',
      'src/parts/errors/choose',
    ],
    strict: true,
  },
  {
    files: members,
    may: [text, diagnostics, 'src/markdown/{cells/*,cell}', plan, contracts, tree, ...sharedTypes, ...members],
  },
  {
    files: 'src/parts/*/{serve,serve/**}',
    may: [text, plan, contracts, tree, ...partServe, 'src/parts/errors/choose', ...members],
    strict: true,
  },
  { files: 'src/parts/errors/choose', may: [memo, plan, 'src/parts/errors/conditions/**'], strict: true },
  { files: 'src/parts/registry', may: [...members, 'src/text/patterns', plan, contracts], strict: true },
  {
    // what the clients of an older version see, as it is compiled
    files: 'src/parts/plan/whole-version',
    may: ['src/parts/{diff/change-effects,plan/code-refusals,plan/exchange,plan,service,steps,versions}', memo, plan],
    strict: true,
  },
  {
    files: 'src/parts/{index,plan/code-refusals,plan/exchange,plan,versions}',
    may: ['src/parts/**', markdown, text, diagnostics, plan, shape],
    strict: true,
  },
  {
    // a line of one part that states a shape and a limit
    files: 'src/parts/endpoints/read/lists',
    may: [text, markdown, 'src/shape/roles', 'src/parts/limits/kinds/**', ...sharedTypes, '<part>/**'],
  },
  {
    files: 'src/parts/*/{read,read/*}',
    may: [
      text,
      diagnostics,
      markdown,
      expression,
      kinds,
      'src/parts/*/model',
      'src/parts/{not-shown,row-model}',
      ...wordReaders,
      '<part>/**',
    ],
  },
  {
    // parameters and orders of older versions are asked what those of the document are
    files: 'src/parts/versioning/check/{orders,parameters}',
    may: [
      text,
      diagnostics,
      plan,
      ...sharedTypes,
      resolve,
      ...wordReaders,
      '<part>/**',
      'src/parts/endpoints/{diagnostics,resolve/*}',
    ],
  },
  {
    files: 'src/parts/versioning/{downgrade,downgrade/*}',
    may: [
      text,
      diagnostics,
      markdown,
      expression,
      shape,
      plan,
      ...sharedTypes,
      resolve,
      ...wordReaders,
      ...beforeReaders,
      '<part>/**',
      'src/parts/endpoints/operations/**',
      'src/parts/errors/read/convention',
    ],
  },
  {
    files: 'src/parts/*/**',
    may: [
      text,
      diagnostics,
      markdown,
      expression,
      shape,
      plan,
      'src/diff/**',
      ...sharedTypes,
      resolve,
      ...wordReaders,
      'src/parts/grammars',
      '<part>/**',
      ...members,
    ],
  },
  { files: 'src/parts/gaps', may: [text, markdown, 'src/parts/grammars', ...sharedTypes], strict: true },
  { files: 'src/parts/*', may: [text, markdown, plan, ...sharedTypes], strict: true },
  {
    files: codegen,
    may: [
      codegen,
      plan,
      contracts,
      expression,
      'src/text/{code-points,find-named,hashes/token-hash,memo,numbers/decimals,own-property,shown}',
      'src/parts/registry',
    ],
  },
  {
    files: 'src/stores/{migration,migration/*}',
    may: [text, plan, contracts, codegen, expression, 'src/stores/**'],
  },
  {
    files: 'src/stores/postgres/**',
    may: [memo, plan, contracts, codegen, expression, ...storeRooms, 'src/stores/postgres/**'],
    packages: ['node:**', 'pg'],
  },
  {
    files: 'src/stores/sqlite/**',
    may: [plan, contracts, codegen, expression, decimals, ...storeRooms, 'src/stores/sqlite/**'],
    packages: ['node:**'],
  },
  { files: 'src/stores/service-tables/*', may: [plan, contracts, codegen, 'src/stores/{*,queries/*}'] },
  {
    files: 'src/stores/files/s3-client',
    may: [contracts, 'src/stores/**'],
    packages: ['node:**', 'aws4fetch'],
  },
  {
    files: 'src/stores/{*,queries/*,transfer/*,files/*}',
    may: [memo, singleUse, decimals, plan, contracts, codegen, expression, 'src/stores/**'],
    packages: ['node:**'],
  },
  {
    files: 'src/serve/{node,node/*,platform-node}',
    may: [
      memo,
      singleUse,
      serve,
      plan,
      contracts,
      codegen,
      'src/parts/registry',
      ...partServe,
      'src/parts/errors/choose',
    ],
    packages: ['node:**'],
  },
  { files: 'src/serve/admin', may: [serve, contracts], packages: ['node:**'] },
  { files: 'src/serve/admin/exposition', may: ['src/serve/metrics/*'], packages: ['prom-client'] },
  { files: 'src/serve/admin/process-samples', may: ['src/serve/metrics/*'], packages: ['node:**'] },
  { files: 'src/serve/{tracing,tracing/*}', may: [serve, contracts], packages: ['@opentelemetry/api'] },
  {
    files: 'src/serve/mcp/server',
    may: ['src/describe/tools/*'],
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio'],
  },
  { files: 'src/serve/nats/connection', may: [], packages: ['@nats-io/transport-node', '@nats-io/jetstream'] },
  { files: 'src/serve/mail/html', may: [plan], packages: ['mdast', 'mdast-util-from-markdown'] },
  { files: 'src/serve/mail/smtp', may: [serve, contracts, memo], packages: ['nodemailer/lib/smtp-connection'] },
  { files: 'src/serve/files/multipart', may: ['src/serve/files/*', plan, contracts], packages: ['@fastify/busboy'] },
  { files: 'src/serve/signing-in/issuer', may: [serve, contracts], packages: ['openid-client'] },
  {
    files: 'src/serve/signing-in/passkeys',
    may: [serve, contracts, plan, 'src/parts/endpoints/serve/lists/cursor', 'src/text/codes/kept-passkey'],
    packages: ['@simplewebauthn/server', '@simplewebauthn/server/helpers'],
  },
  { files: 'src/serve/verifying/signed-tokens', may: [contracts, codegen], packages: ['jose'] },
  {
    files: serve,
    may: [
      serve,
      'src/text/{article,find-named,hashes/password-hash,hashes/token-hash,mailbox,memo,nearest,numbers/duration,opaque-string,shown}',
      plan,
      contracts,
      codegen,
      'src/parts/registry',
      'src/parts/{steps,plan/inner-plan}',
      ...partServe,
      'src/parts/errors/choose',
      'src/describe/**',
    ],
  },
  { files: 'src/module/*', may: [text, diagnostics, plan] },
  { files: 'src/describe/docs/page/running', may: ['src/contracts/browser-service'] },
  { files: 'src/describe/docs/page/{console,session}', may: ['src/describe/{form-body,session-data}'] },
  { files: 'src/describe/docs/page/*', may: [] },
  {
    files: 'src/describe/workbench/page/**',
    may: [
      'src/describe/workbench/{model,page/**}',
      'src/describe/docs/page/*',
      'src/describe/docs/diagram/layout',
      'src/describe/form-body',
    ],
  },
  { files: 'src/browser/**', may: [...engine, operator, 'src/browser/**'], packages: ['@sqlite.org/sqlite-wasm'] },
  { files: 'src/describe/docs/diagram/draw', may: [plan], packages: ['@viz-js/viz'] },
  { files: 'src/describe/docs/markdown', may: [plan], packages: ['mdast', 'mdast-util-from-markdown'] },
  { files: 'src/describe/comparison/*', may: [text, 'src/diff/*', 'src/describe/{docs/html,examples/exchange}'] },
  {
    files: 'src/describe/**',
    may: [plan, text, expression, 'src/markdown/**', 'src/parts/registry', 'src/codegen/errors', 'src/describe/**'],
    packages: ['yaml'],
  },
  {
    files: 'src/language-service/**',
    may: [
      text,
      diagnostics,
      markdown,
      expression,
      plan,
      'src/shape/roles',
      'src/module/*',
      'src/parts/**',
      'src/language-service/**',
    ],
  },
  {
    files: 'src/language-server/**',
    may: [
      text,
      diagnostics,
      plan,
      'src/module/*',
      'src/parts/{index,plan/whole-version}',
      'src/language-service/**',
      'src/language-server/**',
      'src/describe/docs/{index,diagram/draw}',
      'src/describe/types/index',
    ],
    packages: ['vscode-languageserver', 'vscode-languageserver/node', 'vscode-languageserver-textdocument'],
  },
  {
    files: 'src/import/**',
    may: [text, diagnostics, markdown, 'src/parts/{index,grammars}', 'src/import/**'],
    packages: ['yaml', 'pg', 'node:path', 'node:sqlite'],
  },
  {
    // a service is proved from outside: by what the plan says, and by what its responses show
    files: 'src/prove/**',
    may: [
      text,
      markdown,
      expression,
      plan,
      codegen,
      contracts,
      'src/parts/registry',
      'src/describe/**',
      'src/prove/**',
    ],
  },
  { files: 'src/cli/**', may: ['src/**'], packages: ['commander', 'pino', 'node:**'] },
  { files: 'src/{index,testing}', may: ['src/**'], packages: ['node:**'] },
  { files: 'src/operator/prove/auth-file', may: [plan, operator], packages: ['yaml'] },
  { files: 'src/operator/prove/*', may: [...engine, operator, 'src/prove/**'], packages: ['node:**'] },
  { files: 'src/operator/records/csv', may: [...engine, operator], packages: ['node:**', 'csv-parse'] },
  { files: operator, may: [...engine, operator], packages: ['node:**'] },
  { files: 'src/library/prove', may: [...engine, operator, 'src/prove/report'], packages: [] },
  { files: 'src/{library,testing}/*', may: [...engine, operator, 'src/{library,testing}/*'], packages: ['node:**'] },
  { files: 'bin/*', may: ['bin/*', 'src/cli/**', 'src/operator/{command-error,needed-node}'], packages: ['node:**'] },
  {
    files: ['scripts/*', 'scripts/package/*'],
    may: [
      'src/**',
      'scripts/**',
      'tests/support/postgres',
      'tests/support/program',
      'tests/support/cases',
      'tests/support/fixes',
      'tests/support/line-diff',
    ],
    packages: ['**'],
  },
  { files: 'tests/**', may: ['**'], packages: ['**'] },
];

/** Sources that are embedded in generated files as texts, instead of being imported. */
export const embedded = 'src/describe/client/typescript/runtime/';
