import { findSchemeKind } from '../../parts/registry.ts';
import type { GapPlan, Plan, SchemePlan } from '../../plan/plan.ts';
import { present } from '../../text/present.ts';
import { createDemoAttributes } from '../keys/attributes.ts';
import { isForClients, listManualSchemes } from '../keys/credentials.ts';
import { getDefaultStore } from '../shared/store.ts';
import { formatCount } from '../shared/terminal.ts';
import { createSampleLines, resolveCurl } from './sample-requests.ts';

/** The key that is made on an empty store. */
export interface FirstKey {
  readonly scheme: SchemePlan;
  readonly key: string;
}

/** What is printed when a service has started, line by line. */
export interface Started {
  readonly plan: Plan;
  readonly file: string;
  readonly store: string;
  readonly address: string;
  readonly loopbackOnly: boolean;
  readonly firstKey: FirstKey | undefined;
  readonly today: string;
}

/** The report of a start: what runs, the gaps with their lines, the first key, and what to try. */
export function startReport(started: Started): string[] {
  const { plan, file, store, loopbackOnly } = started;
  const lines = [`${plan.name} (${file}), records in ${store}`, ''];
  if (plan.gaps.length > 0) lines.push(...formatGaps(file, plan.gaps));
  if (loopbackOnly) {
    lines.push('Authentication is not shown, so only this machine may call: no other host, no proxy.', '');
  }
  const { firstKey } = started;
  if (firstKey !== undefined) lines.push(...formatFirstKey(started, firstKey), '');
  if (firstKey !== undefined || plan.authentication.schemes.length === 0)
    lines.push(...formatSampleRequests(started), '');
  lines.push(...describeCredentialSources(started));
  return lines;
}

/** The gaps of a document, a line for each part. */
function formatGaps(file: string, gaps: readonly GapPlan[]): string[] {
  const parts = Map.groupBy(gaps, ({ part }) => part);
  return [
    `${formatCount(gaps.length, 'gap')} (nonet gaps ${file} lists them with their lines):`,
    ...[...parts].map(([part, all]) => `  ${part}: ${all.map(({ what }) => what).join(', ')}`),
    '',
  ];
}

function formatFirstKey(started: Started, { key, scheme }: FirstKey): string[] {
  const { plan } = started;
  const values = Object.entries(createDemoAttributes(plan.authentication.attributes));
  const facts = values.map(([name, value]) => `, ${name} = ${String(value)}`).join('');
  const others = isShared(started) ? [`Others: ${makeBy(started, scheme)}`] : [];
  const scopes = plan.authentication.scopes.length === 0 ? 'no scopes' : 'all scopes';
  return [`The first key, shown this once (${scopes}${facts}):`, `  ${key}`, ...others];
}

/** How callers come by credentials, scheme by scheme; keys are told of where no first one was made. */
function describeCredentialSources(started: Started): string[] {
  const { plan, address, firstKey } = started;
  if (!isShared(started)) return [];
  return listManualSchemes(plan).flatMap((scheme) => {
    const make = makeBy(started, scheme);
    if (!isForClients(scheme)) return firstKey === undefined ? [`A key to call with: ${make}`, ''] : [];
    const issue = plan.operations.find(({ kind }) => kind === 'issue token');
    if (findSchemeKind(scheme.kind)?.madeBy !== 'issue token' || issue === undefined) {
      return [`A client to call with (${scheme.name}): ${make}`, '  it calls with: curl -u ID:SECRET …', ''];
    }
    const { command, origin } = resolveCurl(address);
    const token = `${command} -u ID:SECRET -d grant_type=client_credentials ${origin}${plan.base.prefix}${issue.path}`;
    return [`A client to call with (${scheme.name}): ${make}`, `  it gets a token by: ${token}`, ''];
  });
}

/** Whether other processes can open the store, and so make keys in it. */
function isShared({ store }: Started): boolean {
  return store !== 'sqlite::memory:';
}

/** The command that makes a key or a client of a scheme in the store that is served. */
function makeBy({ plan, file, store }: Started, scheme: SchemePlan): string {
  const { attributes, scopes } = plan.authentication;
  const which = listManualSchemes(plan).length === 1 ? '' : ` --scheme ${scheme.name}`;
  const all = scopes.length === 0 ? '' : ' --all-scopes';
  const where = store === getDefaultStore(file) ? '' : ` --store ${store}`;
  return `nonet keys create ${file}${which}${all}${attributes.map(({ name }) => ` --attribute ${name}=…`).join('')}${where}`;
}

function formatSampleRequests({ plan, address, firstKey, today }: Started): string[] {
  const lines = createSampleLines({ plan, address, today, ...present({ credential: firstKey }) });
  if (lines.length === 0) return [];
  const last = lines.at(-1)!;
  const refused = last.includes('/$') ? ['The last one is refused by the state table.'] : [];
  return ['To try:', ...lines.map((line) => `  ${line}`), ...refused];
}
