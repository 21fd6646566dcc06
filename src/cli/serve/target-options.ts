import { Option } from 'commander';
import type { Plan } from '../../plan/plan.ts';
import { findTargetErrors } from '../../serve/deliveries/target-settings.ts';
import type { Settings } from '../../serve/settings.ts';
import { present } from '../../text/present.ts';
import { CommandError } from '../shared/terminal.ts';

/** The settings of webhooks, as flags and variables give them. */
export interface TargetOptions {
  readonly target?: ReadonlyMap<string, string>;
  readonly allowPrivateTargets?: true;
  readonly targetRate?: number;
}

const prefix = 'NONET_TARGET_';
const most = 100_000;

/** The flags of webhooks. */
export function createTargetOptions(): readonly Option[] {
  return [
    new Option(
      '--target <name=url>',
      'the address of a delivery to `setting <name>`; may be repeated (NONET_TARGET_<NAME>)',
    ).argParser<ReadonlyMap<string, string>>(parseTargetPair),
    new Option(
      '--allow-private-targets',
      'subscriptions may name addresses of this machine and its network: for development',
    ).env('NONET_ALLOW_PRIVATE_TARGETS'),
    new Option('--target-rate <number>', 'attempts a second to one host that subscriptions name')
      .env('NONET_WEBHOOK_RATE')
      .default(100)
      .argParser(parseTargetRate),
  ];
}

function parseTargetRate(text: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= most) return value;
  throw new CommandError(`--target-rate takes a whole number from 1 to ${most}; it was given "${text}".`);
}

function parseTargetPair(text: string, before: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> {
  const [, name, address] = /^([\w.-]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || address === undefined) {
    // The address may hold what only its receiver is to know: it is not repeated.
    const lacks = /^[\w.-]+=$/.test(text) ? `no address behind ${text}` : 'no name with a `=` before the address';
    throw new CommandError(
      `--target takes the name of a setting and its address, such as partner=https://partner.example.com/hook; it was given ${lacks}.`,
    );
  }
  if (before?.has(name) === true) throw new CommandError(`--target is given twice for ${name}.`);
  return new Map([...(before ?? []), [name, address]]);
}

/** The variable that holds the address of a setting: `NONET_TARGET_PARTNER_URL` of `partner_url`. */
function formatTargetVariable(name: string): string {
  return prefix + name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that the flags make, and for deliveries that no flag speaks of the variables. */
export function readTargetSettings(plan: Plan, options: TargetOptions, environment: Environment): Partial<Settings> {
  const targets = new Map(options.target);
  for (const { to } of plan.deliveries) {
    if (to?.kind !== 'setting' || targets.has(to.name)) continue;
    const value = environment[formatTargetVariable(to.name)];
    if (value !== undefined && value !== '') targets.set(to.name, value);
  }
  return {
    targets,
    ...(options.allowPrivateTargets === true ? { allowPrivateTargets: true } : {}),
    ...present({ targetRate: options.targetRate }),
  };
}

/** Throws `CommandError` where the address of a delivery is missing or wrong, with what gives it. */
export function refuseWithoutTargets(
  plan: Plan,
  file: string,
  options: TargetOptions,
  environment: Environment = {},
): void {
  const problems = findTargetErrors(plan, readTargetSettings(plan, options, environment).targets);
  if (problems.length === 0) return;
  const lines = problems.map(({ what, line }) => `  ${line === undefined ? '' : `${file}:${line}  `}${what}`);
  const name = plan.deliveries.flatMap(({ to }) => (to?.kind === 'setting' ? [to.name] : []))[0];
  const example =
    name === undefined
      ? []
      : [`Give it by --target ${name}=https://partner.example.com/hook, or by ${formatTargetVariable(name)}.`];
  throw new CommandError('The addresses of webhooks are not complete:', ...lines, ...example);
}
