import { Option } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import type { Plan } from '../../plan/plan.ts';
import { findTargetErrors } from '../../serve/deliveries/target-settings.ts';
import type { Settings } from '../../serve/settings.ts';
import { present } from '../../text/present.ts';

/** The settings of webhooks from flags and variables. */
export interface WebhookOptions {
  readonly webhookUrl?: ReadonlyMap<string, string>;
  readonly allowPrivateWebhooks?: true;
  readonly webhookRate?: number;
}

const prefix = 'NONET_WEBHOOK_URL_';
const most = 100_000;

/** The flags of webhooks. */
export function createWebhookOptions(): readonly Option[] {
  return [
    new Option(
      '--webhook-url <name=url>',
      'URL for deliveries to `setting <name>`; may be repeated (env: NONET_WEBHOOK_URL_<NAME>)',
    ).argParser<ReadonlyMap<string, string>>(parseWebhookUrl),
    new Option(
      '--allow-private-webhooks',
      'allow subscriptions with URLs on this machine and in private networks: for development',
    ).env('NONET_ALLOW_PRIVATE_WEBHOOKS'),
    new Option(
      '--webhook-rate <number>',
      'maximum attempts per second to one host of subscriptions (default: 100, and up to 1000 for a host that keeps up)',
    )
      .env('NONET_WEBHOOK_RATE')
      .argParser(parseWebhookRate),
  ];
}

function parseWebhookRate(text: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= most) return value;
  throw new CommandError(`--webhook-rate takes a whole number from 1 to ${most}. Found "${text}".`);
}

function parseWebhookUrl(text: string, before: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> {
  const [, name, address] = /^([\w.-]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || address === undefined) {
    // The URL may contain a secret of its receiver: never print it.
    const lacks = /^[\w.-]+=$/.test(text) ? `no URL after ${text}` : 'no name with `=` before the URL';
    throw new CommandError(
      `--webhook-url takes the name of a setting and its URL, such as partner=https://partner.example.com/hook. Found ${lacks}.`,
    );
  }
  if (before?.has(name) === true) throw new CommandError(`--webhook-url can be set only once for ${name}.`);
  return new Map([...(before ?? []), [name, address]]);
}

/** The variable that holds the URL of a setting: `NONET_WEBHOOK_URL_PARTNER_URL` of `partner_url`. */
function formatUrlVariable(name: string): string {
  return prefix + name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of the flags, and of the variables for deliveries without a flag. */
export function readWebhookSettings(plan: Plan, options: WebhookOptions, environment: Environment): Partial<Settings> {
  const targets = new Map(options.webhookUrl);
  for (const { to } of plan.deliveries) {
    if (to?.kind !== 'setting' || targets.has(to.name)) continue;
    const value = environment[formatUrlVariable(to.name)];
    if (value !== undefined && value !== '') targets.set(to.name, value);
  }
  return {
    webhookUrls: targets,
    ...(options.allowPrivateWebhooks === true ? { allowPrivateWebhooks: true } : {}),
    ...present({ webhookRate: options.webhookRate }),
  };
}

/** Throws a `CommandError` if the URL of a delivery is missing or wrong, with the flag that sets it. */
export function refuseWithoutWebhookUrls(
  plan: Plan,
  file: string,
  options: WebhookOptions,
  environment: Environment = {},
): void {
  const problems = findTargetErrors(plan, readWebhookSettings(plan, options, environment).webhookUrls);
  if (problems.length === 0) return;
  const lines = problems.map(({ what, line }) => `  ${line === undefined ? '' : `${file}:${line}  `}${what}`);
  const name = plan.deliveries.flatMap(({ to }) => (to?.kind === 'setting' ? [to.name] : []))[0];
  const example =
    name === undefined
      ? []
      : [`To set it, pass --webhook-url ${name}=https://partner.example.com/hook, or set ${formatUrlVariable(name)}.`];
  throw new CommandError('URLs of webhooks are missing or wrong:', ...lines, ...example);
}
