import { createDemoAttributes, findReferences } from '../../operator/credentials/demo-attributes.ts';
import { isForClients, listManualSchemes } from '../../operator/credentials/schemes.ts';
import { getDefaultStore } from '../../operator/files/default-store.ts';
import { findSchemeKind } from '../../parts/registry.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { usesSelf } from '../../plan/self.ts';
import { buildVersionPrefix } from '../../plan/version/path.ts';
import { listSentEmails } from '../../serve/mail/settings.ts';
import { findMissingAttributes, needsRecordOfCaller } from '../credentials/keys/needs.ts';
import { quoteWord } from '../shared/quote.ts';
import { formatCount } from '../shared/terminal.ts';
import { createSampleRequests, type RejectedTransition } from './sample-requests.ts';

/** The key that is created in an empty store. */
export interface FirstKey {
  readonly scheme: SchemePlan;
  readonly key: string;
}

/** The facts of a start report. */
export interface Started {
  readonly plan: Plan;
  readonly file: string;
  readonly store: string;
  readonly address: string;
  readonly loopbackOnly: boolean;
  readonly firstKey: FirstKey | undefined;
  readonly today: string;
  /** The words that run this program in a terminal, such as `npx nonet`. */
  readonly program: string;
  /** The origin with which `self` begins if no base URL is known; undefined for a socket. */
  readonly origin: string | undefined;
  /** Where emails are written in place of a mail server; left out: nowhere. */
  readonly emails?: { readonly folder: string } | 'terminal';
}

/** Returns the lines printed at the start of a service: what runs, its gaps, the first key and sample requests. */
export function startReport(started: Started): string[] {
  const { plan, file, store, loopbackOnly, program } = started;
  const lines = [`${plan.name} (${file}), database ${store}`, ''];
  if (plan.gaps.length > 0)
    lines.push(`${formatCount(plan.gaps.length, 'gap')}. To list them: ${program} gaps ${quoteWord(file)}`, '');
  if (loopbackOnly) {
    lines.push('Authentication is not shown: only requests from this machine are accepted, without a proxy.', '');
  }
  if (plan.base.known === undefined && usesSelf(plan)) lines.push(describeSelf(started), '');
  lines.push(...describeEmails(started));
  const doubled = findDoubledVersion(plan);
  if (doubled !== undefined) {
    lines.push(
      `The base URL ends in ${doubled}, so paths begin with ${doubled}${doubled}. End it before the version.`,
      '',
    );
  }
  const { firstKey } = started;
  if (firstKey !== undefined) lines.push(...formatFirstKey(started, firstKey), '');
  const canSignUp = plan.operations.some(({ issues }) => issues !== undefined);
  if (firstKey !== undefined || plan.authentication.schemes.length === 0 || canSignUp)
    lines.push(...formatSampleRequests(started), '');
  lines.push(...describeCredentialSources(started));
  return lines;
}

function describeEmails({ plan, emails }: Started): readonly string[] {
  if (emails === undefined || listSentEmails(plan).length === 0) return [];
  const where = emails === 'terminal' ? 'to this terminal' : `into the folder ${emails.folder}`;
  return [`Emails are written ${where}. To send them, pass --mail smtp://user:password@host:587.`, ''];
}

/** Returns the version in which the base URL ends though paths name it, too. */
function findDoubledVersion(plan: Plan): string | undefined {
  const base = plan.base.known?.replace(/\/$/, '') ?? '';
  const prefixes = plan.versioning.versions.flatMap(({ name }) => buildVersionPrefix(plan, name) ?? []);
  return prefixes.find((prefix) => base.endsWith(prefix));
}

function describeSelf({ origin }: Started): string {
  const begins = origin === undefined ? 'is the path alone' : `begins with ${origin}`;
  return `No base URL is known: \`self\` ${begins}. Pass the URL that clients use with --base-url.`;
}

function formatFirstKey(started: Started, { key, scheme }: FirstKey): string[] {
  const { plan } = started;
  const demo = createDemoAttributes(plan);
  const values = Object.entries(demo);
  const facts = values.map(([name, value]) => `, ${name} = ${String(value)}`).join('');
  const others = isShared(started) ? [`To create another: ${makeBy(started, scheme)}`] : [];
  const scopes = plan.authentication.scopes.length === 0 ? 'no scopes' : 'all scopes';
  const lacking = findMissingAttributes(plan, plan.authentication.scopes, demo).map(
    ({ attribute, operations }) =>
      `The key has no ${attribute}, the ID of a ${findReferences(plan).get(attribute)}. It is required by: ${operations.join(', ')}.`,
  );
  return [`Your first API key (${scopes}${facts}). It is shown only once:`, `  ${key}`, ...lacking, ...others];
}

/** Describes how to create credentials, scheme by scheme; keys only if no first key was created. */
function describeCredentialSources(started: Started): string[] {
  const { plan, address, firstKey } = started;
  if (!isShared(started)) return [];
  return listManualSchemes(plan).flatMap((scheme) => {
    const make = makeBy(started, scheme);
    if (!isForClients(scheme)) return firstKey === undefined ? [`To create an API key: ${make}`, ''] : [];
    const issue = plan.operations.find(({ kind }) => kind === 'issue token');
    if (findSchemeKind(scheme.kind)?.madeBy !== 'issue token' || issue === undefined) {
      return [`To create a client (${scheme.name}): ${make}`, '  To call as this client: curl -u ID:SECRET …', ''];
    }
    const { command, origin } = resolveCurl(address);
    const token = `${command} -u ID:SECRET -d grant_type=client_credentials ${origin}${plan.base.prefix}${issue.path}`;
    return [`To create a client (${scheme.name}): ${make}`, `  To get a token as this client: ${token}`, ''];
  });
}

/** Returns whether other processes can open the store, and so create keys in it. */
function isShared({ store }: Started): boolean {
  return store !== 'sqlite::memory:';
}

/** Returns the command that creates a key or a client of a scheme in the served store. */
function makeBy({ plan, file, store, program }: Started, scheme: SchemePlan): string {
  const { attributes, scopes } = plan.authentication;
  const which = listManualSchemes(plan).length === 1 ? '' : ` --scheme ${scheme.name}`;
  const all = scopes.length === 0 ? '' : ' --all-scopes';
  const where = store === getDefaultStore(file) ? '' : ` --store ${store}`;
  return `${program} keys create ${file}${which}${all}${attributes.map(({ name }) => ` --attribute ${name}=…`).join('')}${where}`;
}

/** The address of `nonet call` without `--url`. */
const usualAddress = 'http://127.0.0.1:4000';

function formatSampleRequests({ plan, file, address, program, firstKey, today }: Started): string[] {
  if (!URL.canParse(address) || address.startsWith('unix:')) return [];
  const lacking = findMissingAttributes(plan, plan.authentication.scopes, createDemoAttributes(plan));
  const ofRecords =
    firstKey === undefined ? [] : plan.operations.filter((operation) => needsRecordOfCaller(plan, operation));
  const rejecting = new Set([...lacking.flatMap(({ operations }) => operations), ...ofRecords.map(({ name }) => name)]);
  const { lines, rejected } = createSampleRequests({
    plan: { ...plan, operations: plan.operations.filter(({ name }) => !rejecting.has(name)) },
    command: `${program} call ${quoteWord(file)}`,
    hasKey: firstKey !== undefined,
    today,
  });
  if (lines.length === 0) return [];
  const variables = [
    ...(firstKey === undefined ? [] : [`NONET_KEY=${firstKey.key}`]),
    ...(address === usualAddress ? [] : [`NONET_URL=${address}`]),
  ];
  return [
    'To try, in another terminal:',
    ...(variables.length === 0 ? [] : [`  export ${variables.join(' ')}`]),
    ...lines.map((line) => `  ${line}`),
    ...(rejected === undefined ? [] : [explain(file, rejected)]),
  ];
}

function explain(file: string, { operation, state, status, line }: RejectedTransition): string {
  return `The last request fails with ${status}: ${operation} is not allowed in state ${state} (${file}:${line}).`;
}

/** Returns the curl command and the origin for a service. Over a Unix socket the host is irrelevant. */
function resolveCurl(address: string): { readonly command: string; readonly origin: string } {
  const path = /^unix:(.*)$/s.exec(address)?.[1];
  if (path === undefined) return { command: 'curl', origin: address };
  return { command: `curl --unix-socket ${quoteWord(path)}`, origin: 'http://localhost' };
}
