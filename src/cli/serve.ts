import { type Command, Option } from 'commander';
import { redactUrl } from '../serve/verifying/issuer-settings.ts';
import { createIssuerOptions } from './serve/issuer-options.ts';
import { createNatsOptions } from './serve/nats-options.ts';
import type { ServeOptions } from './serve/options.ts';
import { createTrustedProxiesOption } from './serve/proxy-options.ts';
import { serveDocument } from './serve/serving.ts';
import { createWebhookOptions } from './serve/webhook-options.ts';
import { CommandError, type Terminal } from './shared/terminal.ts';
import { waitOption } from './shared/waiting.ts';

/** `nonet serve FILE` */
export function addServe(program: Command, terminal: Terminal): void {
  const setting = (flags: string, description: string, variable: string): Option =>
    new Option(flags, description).env(variable);
  const command = program
    .command('serve')
    .description('Run the service that a document describes.')
    .argument('<file>', 'the document')
    .addOption(
      setting('--port <number>', 'where it listens; 0 picks a free one', 'NONET_PORT')
        .default(4000)
        .argParser(parsePort),
    )
    .addOption(
      setting('--host <address>', 'the address it is bound to', 'NONET_HOST')
        .default('127.0.0.1')
        .argParser((text) => text.replace(/^\[(.*)\]$/, '$1')),
    )
    .addOption(setting('--socket <path>', 'a Unix socket to listen on instead of a port', 'NONET_SOCKET'))
    .addOption(
      setting('--socket-mode <mode>', 'the permissions of the socket', 'NONET_SOCKET_MODE')
        .default(0o660, '660')
        .argParser(parseSocketMode),
    )
    .addOption(
      setting('--store <address>', 'where records are kept (default: the .db beside the document)', 'NONET_STORE'),
    )
    .addOption(
      setting(
        '--base-url <url>',
        'the URL under which clients reach the service; its path is the base path',
        'NONET_BASE_URL',
      ).argParser(parseBaseUrl),
    )
    .addOption(
      setting(
        '--durability <word>',
        'full: safe when power fails; process: when the process is killed',
        'NONET_DURABILITY',
      )
        .choices(['full', 'process'])
        .default('full'),
    )
    .addOption(
      setting('--migrate', 'change the tables first where the document has changed; never loses data', 'NONET_MIGRATE'),
    )
    .addOption(waitOption(60))
    .addOption(setting('--watch', 'read the document again when it changes', 'NONET_WATCH'))
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
        'serve no description of the service itself: /openapi.json, /.well-known/api-catalog',
        'NONET_NO_DOCS',
      ),
    )
    .addOption(
      createMaximumOption('--max-body-size <bytes>', 'the largest request body', 'NONET_MAX_BODY_SIZE', 1_048_576),
    )
    .addOption(
      createMaximumOption('--max-page-size <records>', 'the largest page of a list', 'NONET_MAX_PAGE_SIZE', 1000),
    )
    .addOption(
      createMaximumOption(
        '--max-request-time <milliseconds>',
        'the longest time that a request may take',
        'NONET_MAX_REQUEST_TIME',
        30_000,
      ),
    )
    .addOption(
      setting('--event-retention <days>', 'delete events after this many days', 'NONET_EVENT_RETENTION')
        .default(7)
        .argParser((text) => parseWholeNumber(text, '--event-retention', 1, 36_500)),
    )
    .addOption(createTrustedProxiesOption())
    .addOption(
      setting('--log-level <word>', 'what is logged to standard error, as JSON lines', 'NONET_LOG_LEVEL')
        .choices(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
        .default('warn'),
    )
    .addHelpText(
      'after',
      `
What the document states and Nonet cannot enforce yet is listed with its line, and nothing is served (exit status 2).
Records are kept across restarts. On an empty store a first key is made and shown once. SIGTERM, SIGINT and SIGHUP end it in order.

You can set each option by its variable (env) instead; a flag overrides it, and a switch takes true or false there. Secrets are
set by variables only: NONET_SECRET_KEY encrypts fields of format \`secret\` and the signing keys, and NONET_PREVIOUS_SECRET_KEY
decrypts values that were encrypted with the previous key.

Examples:
  $ nonet serve invoices.md
  $ nonet serve invoices.md --port 8080 --store sqlite:/var/lib/invoices.db --base-url https://api.example.com
  $ nonet serve invoices.md --watch`,
    )
    .action((file: string, options: ServeOptions) => serveDocument(file, options, terminal));
  for (const option of [...createIssuerOptions(), ...createWebhookOptions(), ...createNatsOptions()])
    command.addOption(option);
}

function createMaximumOption(flags: string, description: string, variable: string, value: number): Option {
  const name = flags.replace(/ .*$/, '');
  return new Option(flags, description)
    .env(variable)
    .default(value)
    .argParser((text) => parseWholeNumber(text, name, 1, 2 ** 31 - 1));
}

function parsePort(text: string): number {
  return parseWholeNumber(text, '--port', 0, 65_535);
}

function parseSocketMode(text: string): number {
  if (/^0?[0-7]{3}$/.test(text)) return Number.parseInt(text, 8);
  throw new CommandError(`--socket-mode takes three octal digits, such as 660; it was given "${text}".`);
}

function parseWholeNumber(text: string, name: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new CommandError(`${name} takes a whole number from ${least} to ${most}; it was given "${text}".`);
}

function parseBaseUrl(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const plain = parsed?.username === '' && parsed.password === '' && parsed.search === '' && parsed.hash === '';
  if (plain && /^https?:$/.test(parsed.protocol)) return text.replace(/\/+$/, '');
  const shown = redactUrl(text);
  const given =
    shown === text ? `"${text}"` : `one that holds more than that: "${shown}" and what is not repeated here`;
  throw new CommandError(`--base-url takes a URL such as https://api.example.com/v1; it was given ${given}.`);
}
