import { type Command, Option } from 'commander';
import { CommandError } from '../operator/command-error.ts';
import { descriptionRoutes } from '../serve/descriptions/index.ts';
import { redactUrl } from '../serve/verifying/issuer-settings.ts';
import { defaultReadWait } from '../stores/options.ts';
import { createIssuerOptions } from './serve/issuer-options.ts';
import { createMailOptions } from './serve/mail-options.ts';
import { createNatsOptions } from './serve/nats-options.ts';
import type { ServeOptions } from './serve/options.ts';
import { createPasskeyOptions } from './serve/passkey-options.ts';
import { createTrustedProxiesOption } from './serve/proxy-options.ts';
import { serveDocument } from './serve/serving.ts';
import { createSignInOptions } from './serve/sign-in-options.ts';
import { createWebhookOptions } from './serve/webhook-options.ts';
import { createFilesOption, createStoreOption } from './shared/options.ts';
import type { Terminal } from './shared/terminal.ts';
import { waitOption } from './shared/waiting.ts';

/** `nonet serve FILE` */
export function addServe(command: Command, terminal: Terminal): void {
  const setting = (flags: string, description: string, variable: string): Option =>
    new Option(flags, description).env(variable);
  command
    .argument('<file>', 'the document')
    .optionsGroup('Listening:')
    .addOption(
      setting('--port <number>', 'port to listen on; 0 picks a free port', 'NONET_PORT')
        .default(4000)
        .argParser(parsePort),
    )
    .addOption(
      setting('--host <address>', 'address to bind to', 'NONET_HOST').default('127.0.0.1').argParser(parseHost),
    )
    .addOption(setting('--socket <path>', 'Unix socket to listen on instead of a port', 'NONET_SOCKET'))
    .addOption(
      setting('--socket-mode <mode>', 'file mode of the socket', 'NONET_SOCKET_MODE')
        .default(0o660, '660')
        .argParser(parseSocketMode),
    )
    .addOption(
      setting(
        '--base-url <url>',
        'URL under which clients reach the service; its path is the base path',
        'NONET_BASE_URL',
      ).argParser(parseBaseUrl),
    )
    .addOption(createTrustedProxiesOption())
    .addOption(
      setting(
        '--admin-port <number>',
        'port for /healthz, /readyz and /metrics; 0 picks a free one (default: none)',
        'NONET_ADMIN_PORT',
      ).argParser((text) => parseWholeNumber(text, '--admin-port', 0, 65_535)),
    )
    .addOption(
      setting('--admin-host <address>', 'address to bind the admin port to', 'NONET_ADMIN_HOST')
        .default('127.0.0.1')
        .argParser(parseHost),
    )
    .optionsGroup('Data:')
    .addOption(createStoreOption())
    .addOption(createFilesOption())
    .addOption(
      setting(
        '--read-from <address>',
        'standby of the PostgreSQL database that answers reads and lists, never with older data than the database',
        'NONET_READ_FROM',
      ),
    )
    .addOption(
      setting(
        '--read-wait <milliseconds>',
        'how long a read waits until the standby has applied earlier writes, before the database answers it',
        'NONET_READ_WAIT',
      )
        .default(defaultReadWait)
        .argParser((text) => parseWholeNumber(text, '--read-wait', 0, 10_000)),
    )
    .addOption(
      setting(
        '--durability <word>',
        'full: commits survive a power failure; process: only a killed service, not a killed PostgreSQL',
        'NONET_DURABILITY',
      )
        .choices(['full', 'process'])
        .default('full'),
    )
    .addOption(
      setting(
        '--migrate',
        'migrate the database first if the document has changed; never deletes data',
        'NONET_MIGRATE',
      ),
    )
    .addOption(waitOption(60))
    .addOption(
      setting('--event-retention <days>', 'delete events after this many days', 'NONET_EVENT_RETENTION')
        .default(7)
        .argParser((text) => parseWholeNumber(text, '--event-retention', 1, 36_500)),
    )
    .optionsGroup('Document:')
    .addOption(setting('--watch', 'reload the document when it changes', 'NONET_WATCH'))
    .addOption(
      setting(
        '--without-handlers',
        'run no code: operations that are marked (handler) respond with 501',
        'NONET_WITHOUT_HANDLERS',
      ),
    )
    .addOption(
      setting(
        '--explain',
        'add the Nonet-Explain header (document line behind an error) to every error response',
        'NONET_EXPLAIN',
      ),
    )
    .addOption(
      setting('--no-explain', 'never add it (default: only for requests from this machine)', 'NONET_NO_EXPLAIN'),
    )
    .addOption(
      setting(
        '--no-docs',
        `serve no description of the service: ${descriptionRoutes.map(({ path }) => path).join(', ')}`,
        'NONET_NO_DOCS',
      ),
    )
    .addOption(setting('--mcp', 'serve an endpoint for agents at /mcp (Model Context Protocol)', 'NONET_MCP'))
    .addOption(
      setting(
        '--workbench',
        'serve a page at /workbench to see and edit records; it calls the operations of the document as its user',
        'NONET_WORKBENCH',
      ),
    )
    .optionsGroup('Limits of the server:')
    .addOption(
      createMaximumOption(
        '--max-body-size <bytes>',
        'maximum size of a request body',
        'NONET_MAX_BODY_SIZE',
        1_048_576,
      ),
    )
    .addOption(
      createMaximumOption('--max-page-size <records>', 'maximum page size of a list', 'NONET_MAX_PAGE_SIZE', 1000),
    )
    .addOption(
      createMaximumOption(
        '--max-request-time <milliseconds>',
        'maximum time for a request',
        'NONET_MAX_REQUEST_TIME',
        30_000,
      ),
    )
    .optionsGroup('Observing:')
    .addOption(
      setting('--tracing', 'record spans with OpenTelemetry (default: if an SDK is registered)', 'NONET_TRACING'),
    )
    .addOption(
      setting('--log-level <word>', 'lowest level of log lines (JSON, on standard error)', 'NONET_LOG_LEVEL')
        .choices(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
        .default('warn'),
    )
    .addHelpText(
      'after',
      `
If the document states something that Nonet cannot enforce, serve lists it with its line and exits with status 2. On an empty
database, serve creates an API key and prints it once. SIGTERM, SIGINT and SIGHUP stop the service gracefully.

You can set each option by its variable (env); a flag overrides the variable, and the variable of a switch takes true or false.
Set secrets by variables only: NONET_SECRET_KEY encrypts fields of type \`secret\` and the signing keys, and
NONET_PREVIOUS_SECRET_KEY decrypts values that were encrypted with the previous key.

Examples:
  $ nonet serve invoices.md
  $ nonet serve invoices.md --port 8080 --store sqlite:/var/lib/invoices.db --base-url https://api.example.com
  $ nonet serve invoices.md --watch`,
    )
    .action((file: string, options: ServeOptions) => serveDocument(file, options, terminal));
  const others: readonly (readonly [string, readonly Option[]])[] = [
    ['Tokens of issuers:', createIssuerOptions()],
    ['Signing in:', [...createSignInOptions(), ...createPasskeyOptions()]],
    ['Deliveries:', [...createWebhookOptions(), ...createNatsOptions(), ...createMailOptions()]],
  ];
  for (const [group, options] of others) {
    command.optionsGroup(group);
    for (const option of options) command.addOption(option);
  }
}

function createMaximumOption(flags: string, description: string, variable: string, value: number): Option {
  const name = flags.replace(/ .*$/, '');
  return new Option(flags, description)
    .env(variable)
    .default(value)
    .argParser((text) => parseWholeNumber(text, name, 1, 2 ** 31 - 1));
}

function parseHost(text: string): string {
  return text.replace(/^\[(.*)\]$/, '$1');
}

function parsePort(text: string): number {
  return parseWholeNumber(text, '--port', 0, 65_535);
}

function parseSocketMode(text: string): number {
  if (/^0?[0-7]{3}$/.test(text)) return Number.parseInt(text, 8);
  throw new CommandError(`--socket-mode takes three octal digits, such as 660. Found "${text}".`);
}

function parseWholeNumber(text: string, name: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new CommandError(`${name} takes a whole number from ${least} to ${most}. Found "${text}".`);
}

function parseBaseUrl(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const plain = parsed?.username === '' && parsed.password === '' && parsed.search === '' && parsed.hash === '';
  if (plain && /^https?:$/.test(parsed.protocol)) return text.replace(/\/+$/, '');
  const shown = redactUrl(text);
  const found = shown === text ? `Found "${text}".` : `Remove the user, password, query and fragment from "${shown}".`;
  throw new CommandError(`--base-url takes a URL such as https://api.example.com/v1. ${found}`);
}
