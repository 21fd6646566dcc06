import { identifyHolder, type NewCredential } from '../../contracts/credentials.ts';
import type { ServiceContext } from '../../contracts/operation-context.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Ended } from '../../contracts/sessions/sessions.ts';
import { explainWhyNotAllowed } from '../../parts/authentication/serve/asked.ts';
import { hashCredential, looksLike } from '../../parts/authentication/serve/credentials/keys.ts';
import { looksSigned } from '../../parts/authentication/serve/credentials/signed-form.ts';
import { isText } from '../../parts/authentication/serve/matching.ts';
import {
  createRightsChange,
  explainWhyNotChanged,
  type RightsChange,
} from '../../parts/authentication/serve/rights.ts';
import { findSchemeKind, selectSchemes } from '../../parts/registry.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { scanDuration } from '../../text/numbers/duration.ts';
import { describeValue } from '../../text/shown.ts';
import { needOptions, suggestName } from './arguments.ts';
import { begin, open, type Run } from './run.ts';

/** A credential that a handler issues; `nonet generate types` types it. */
interface Issued {
  readonly id: string;
  readonly scopes?: readonly string[];
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly lifetime?: string;
}

const rightsOptions = { scopes: 'list', addScopes: 'list', removeScopes: 'list', attributes: 'object' } as const;
const issueOptions = { id: 'string', scopes: 'list', attributes: 'object', lifetime: 'string' } as const;

/** The dependencies of `issue`, `revoke` and `changeRights`. */
export interface CredentialCode extends Pick<ServiceContext, 'plan' | 'keys' | 'sessions' | 'platform'> {
  /** Ends a run with a refusal. */
  end(run: Run, refusal: Refusal): never;
}

/**
 * Makes `issue`, `revoke`, `changeRights` and `credential` of a run: credentials of schemes of kind `access token`, made, changed and ended with
 * the transaction of the request.
 */
export function createHandlerCredentials({
  plan,
  keys,
  sessions,
  platform,
  end,
}: CredentialCode): (run: Run) => Readonly<Record<string, unknown>> {
  const schemes = selectSchemes(plan.authentication, ({ makes }) => makes === 'token');
  const own = schemes.map(({ name }) => name);

  const issue = async (run: Run, scheme: string, given: Issued): Promise<string> => {
    const found = schemes.find(({ name }) => name === scheme);
    if (found === undefined) {
      const known = `there is: ${own.join(', ') || 'none'}${suggestName(scheme, own)}`;
      throw new Error(`issue: ${String(scheme)} is not a scheme of kind access token; ${known}`);
    }
    needOptions('issue', given, issueOptions);
    if (run.ctx.key !== undefined) {
      throw new Error(
        'issue: the response to a request with an idempotency key is stored, but a credential is shown only once',
      );
    }
    const credential = toNewCredential(plan, found, given ?? {});
    const issued = await sessions.issue(run.ctx, credential);
    if ('refusal' in issued) return end(run, issued.refusal);
    const { text, record } = issued;
    run.ctx.root.issued = { text, scheme, expiresAt: record.expiresAt };
    return text;
  };

  const idOf = (run: Run, ended: string | { readonly id: string } | undefined, what: string): string | undefined => {
    if (ended === undefined) return run.ctx.caller?.credential;
    if (typeof ended === 'object') {
      needOptions(what, ended, { id: 'string' });
      if (ended?.id === undefined)
        throw new Error(`${what}: \`id\` is required: the identity whose credentials it means`);
      return ended.id;
    }
    if (typeof ended !== 'string')
      throw new Error(`${what}: takes the text of a credential or { id }, found ${describeValue(ended)}`);
    return own.some((name) => looksLike(name, ended) || looksSigned(name, ended))
      ? `cred_${hashCredential(platform, ended).slice(0, 16)}`
      : undefined;
  };

  const revoke = async (run: Run, ended?: string | { readonly id: string }): Promise<boolean> => {
    const id = idOf(run, ended, 'revoke');
    if (id === undefined) return false;
    const settle = (one: Ended): boolean => (typeof one === 'object' ? end(run, one.refusal) : one);
    if (typeof ended !== 'object') {
      const session = ended === undefined ? run.ctx.caller?.session : (await keys.recordOf(ended))?.session;
      return settle(await sessions.end(run.ctx, { credential: id, session }));
    }
    let done = false;
    for (const { name } of schemes) done = settle(await sessions.endAll(run.ctx, name, id)) || done;
    return done;
  };

  const changeRights = async (
    run: Run,
    of: string | { readonly id: string },
    change: RightsChange,
  ): Promise<boolean> => {
    if (of === undefined) throw new Error('changeRights: takes the text of a credential or { id }, found undefined');
    needOptions('changeRights', change ?? {}, rightsOptions);
    if (change === undefined || Object.keys(change).length === 0) {
      throw new Error('changeRights: no change: pass `scopes`, `addScopes`, `removeScopes` or `attributes`');
    }
    const misfit = explainWhyNotChanged(plan.authentication, change);
    if (misfit !== undefined) throw new Error(`changeRights: ${misfit}`);
    const id = idOf(run, of, 'changeRights');
    const ids = id === undefined ? [] : typeof of === 'object' ? schemes.map((one) => identifyHolder(one, id)) : [id];
    const { now, transaction } = run.ctx;
    let done = false;
    for (const one of ids) {
      const changed = await keys.change(one, now, createRightsChange(plan.authentication, change), transaction);
      done ||= changed.length > 0;
    }
    return done;
  };

  const presented = (run: Run): string => {
    open(run);
    const { presented: sent, key } = run.ctx;
    if (key !== undefined) {
      throw new Error(
        'credential: the answer to a request with an idempotency key is kept, and it would hold the credential',
      );
    }
    if (sent === undefined) throw new Error('credential: the request has none; ask `caller` first');
    const kind = plan.authentication.schemes.find(({ name }) => name === sent.verifier.scheme)?.kind ?? '';
    if (findSchemeKind(kind)?.form === 'id and secret')
      throw new Error(`credential: ${sent.verifier.scheme} is of kind ${kind}, which has no text of its own`);
    return sent.text;
  };

  return (run) => ({
    credential: () => presented(run),
    issue: (scheme: string, given: Issued) =>
      begin(run, `issue('${String(scheme)}')`, 'writes', () => issue(run, scheme, given)),
    changeRights: (of: string | { readonly id: string }, change: RightsChange) =>
      begin(run, 'changeRights', 'writes', () => changeRights(run, of, change)),
    revoke: (ended?: string | { readonly id: string }) => begin(run, 'revoke', 'writes', () => revoke(run, ended)),
  });
}

function toNewCredential(plan: Plan, scheme: SchemePlan, given: Partial<Issued>): NewCredential {
  const { id, scopes = [], attributes = {}, lifetime } = given;
  if (!isText(id) || id === '') throw new Error('issue: `id` says whose credential it is: what caller.id holds');
  const misfit = explainWhyNotAllowed(plan.authentication, { scopes, attributes });
  if (misfit !== undefined) throw new Error(`issue: ${misfit}`);
  const read = lifetime === undefined ? undefined : scanDuration(lifetime);
  if (read !== undefined && !('milliseconds' in read)) {
    throw new Error(`issue: a lifetime is written as \`15 minutes\`; it was given \`${lifetime}\``);
  }
  const client = identifyHolder(scheme, id);
  const asked = { kind: 'token', scheme: scheme.name, subject: id, scopes, attributes, client } as const;
  return read === undefined ? asked : { ...asked, lifetime: read.milliseconds };
}
