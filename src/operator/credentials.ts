import type { CredentialRecord } from '../contracts/caller.ts';
import { type CreatedCredential, identifyHolder, type NewCredential } from '../contracts/credentials.ts';
import type { Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import { explainWhyNotAllowed } from '../parts/authentication/serve/asked.ts';
import { isText } from '../parts/authentication/serve/matching.ts';
import type { RightsChange } from '../parts/authentication/serve/rights.ts';
import { selectSchemes } from '../parts/registry.ts';
import type { SchemePlan } from '../plan/plan.ts';
import type { Service } from '../serve/service.ts';
import { present } from '../text/present.ts';
import { changeRights } from './credentials/changing.ts';
import { listEffectiveCredentials } from './credentials/effective.ts';
import { rotateCredential } from './credentials/rotating.ts';
import { generateClientId } from './credentials/schemes.ts';

export type { RightsChange };

/** The options of a new key. */
export interface KeyOptions {
  /** The caller's identity: `caller.id`. */
  readonly subject: string;
  /** Scopes of the document. */
  readonly scopes: readonly string[];
  /** Attributes of the caller, by the names and types of the document. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  /** The name of its scheme; the first of the right kind if left out. */
  readonly scheme?: string | undefined;
  /** How long it is valid, in milliseconds. At most, and by default, the Lifetime of its scheme. */
  readonly lifetime?: number | undefined;
}

/** The options of a new token. */
export type TokenOptions = KeyOptions;

/** A client with its first secret. */
export interface NewClient {
  readonly id: string;
  /** Shown this once; the store holds a hash. */
  readonly secret: string;
}

/** A stored credential without its hash. Times are milliseconds since 1970. */
export interface Credential extends Omit<CredentialRecord, 'hash'> {
  /** `disabled`: the document no longer has the scheme, or the scheme admits no caller. */
  readonly state: 'active' | 'expired' | 'revoked' | 'disabled';
}

/** The keys, clients and tokens of a service. */
export interface Credentials {
  /** Creates a key of a scheme of kind `api key` and returns its text, this once. Rejects for what the document does not state. */
  createKey(of: KeyOptions): Promise<string>;
  /**
   * Creates a client of a scheme of kind `basic` or `oauth2 client credentials` with its first secret. `client` is its id, generated
   * if left out; `subject` is the id if left out. Rejects if a client has this id.
   */
  createClient(
    of: Omit<KeyOptions, 'subject'> & { readonly subject?: string; readonly client?: string },
  ): Promise<NewClient>;
  /** Issues a token of a scheme of kind `access token` and returns its text, this once. */
  issueToken(of: TokenOptions): Promise<string>;
  /** Lists the stored credentials, tokens only with `tokens: true`. */
  listCredentials(of?: { readonly tokens?: boolean }): Promise<readonly Credential[]>;
  /**
   * Creates another key or secret with the scopes and attributes of an active one, named by its id or its client's, and returns
   * its text, this once. The older ones, of a client all, end after `gracePeriod` milliseconds; 24 hours if left out.
   */
  rotate(id: string, of?: { readonly gracePeriod?: number; readonly lifetime?: number }): Promise<string>;
  /**
   * Changes the rights of an active key or token by its id, or of a client with all its secrets and tokens: at once here, within a second on
   * other instances. Returns the credentials as they are now. Rejects if there is none, or the document does not state the rights.
   */
  changeRights(id: string, change: RightsChange): Promise<readonly Omit<CredentialRecord, 'hash'>[]>;
  /**
   * Revokes a key, secret or token by its id, or a client with everything that it has: at once here, within a second on other
   * instances. Returns false if no active one has this ID.
   */
  revoke(id: string): Promise<boolean>;
}

const day = 86_400_000;

function needLifetime(what: string, { name, lifetime: most }: SchemePlan, lifetime: number | undefined): void {
  if (lifetime === undefined || (lifetime > 0 && lifetime <= (most ?? Number.POSITIVE_INFINITY))) return;
  const until = most === undefined ? '' : `, at most ${most}, the Lifetime of ${name}`;
  throw new Error(`a ${what} cannot be created: the lifetime must be a positive number of milliseconds${until}`);
}

/** The functions that make and end the credentials of a service. */
export function createCredentials(
  { plan, keys, issue }: Pick<Service, 'plan' | 'keys' | 'issue'>,
  store: Store,
  platform: Platform,
): Credentials {
  const { authentication } = plan;
  const make = async (
    what: 'key' | 'token' | 'client',
    schemes: readonly SchemePlan[],
    kinds: string,
    asked: Omit<KeyOptions, 'subject'> & Pick<NewCredential, 'kind' | 'client' | 'subject'>,
  ): Promise<CreatedCredential> => {
    const { scheme: name, attributes = {}, scopes, lifetime, subject, kind, client } = asked;
    const found = schemes.find((scheme) => scheme.name === (name ?? scheme.name));
    if (found === undefined) {
      const called = name === undefined ? '' : ` ${name}`;
      throw new Error(`the document has no scheme${called} of kind ${kinds}`);
    }
    const misfit = explainWhyNotAllowed(authentication, { scopes, attributes });
    if (misfit !== undefined) throw new Error(`a ${what} cannot be created: ${misfit}`);
    if (client === undefined && (!isText(subject) || subject === ''))
      throw new Error(`a ${what} cannot be created: the subject must be a string that is not empty`);
    needLifetime(what, found, lifetime);
    // A token of a record that logs in ends with its other credentials.
    const holds = kind === 'token' && found.holder !== undefined && subject !== undefined;
    const more = present({ subject, client: holds ? identifyHolder(found, subject) : client, lifetime });
    return issue({ kind, scheme: found.name, scopes, attributes, ...more });
  };
  return {
    async createKey(of) {
      const schemes = selectSchemes(authentication, ({ makes }) => makes === 'key');
      return (await make('key', schemes, 'api key', { ...of, kind: 'key' })).text;
    },
    async createClient({ client, ...of }) {
      const id = client ?? generateClientId(platform);
      if (!/^[A-Za-z0-9._~-]{1,100}$/.test(id)) {
        throw new Error('a client cannot be created: its id takes up to 100 letters, digits and . _ ~ -, such as acme');
      }
      const others = await store.credentials.list({ tokens: false });
      if (others.some((other) => other.client === id || other.id === id)) {
        throw new Error(`a client cannot be created: there is a client ${id} already`);
      }
      const schemes = selectSchemes(authentication, ({ makes }) => makes === 'client');
      const made = await make('client', schemes, 'basic or oauth2 client credentials', {
        ...{ ...of, client: id, kind: 'secret' },
      });
      return { id, secret: made.text };
    },
    async issueToken(of) {
      const schemes = selectSchemes(authentication, ({ makes }) => makes === 'token');
      return (await make('token', schemes, 'access token', { ...of, kind: 'token' })).text;
    },
    async listCredentials({ tokens = false } = {}) {
      const all = await listEffectiveCredentials(plan, store, platform, tokens);
      return all.map(({ hash: _, ...shown }) => shown);
    },
    async rotate(id, { gracePeriod = day, lifetime } = {}) {
      if (!(gracePeriod >= 0))
        throw new Error(`rotate takes a gracePeriod in milliseconds, 0 or more; it was given ${gracePeriod}`);
      const { made } = await rotateCredential({ plan, store, platform, id, gracePeriod }, (scheme, { kind }) => {
        needLifetime(kind, scheme, lifetime);
        return lifetime === undefined ? {} : { lifetime };
      });
      return made.text;
    },
    async changeRights(id, change) {
      const changed = await changeRights({ plan, store, platform, keys }, id, change);
      return changed.map(({ hash: _, ...shown }) => shown);
    },
    revoke: async (id) => keys.revoke(id, platform.now()),
  };
}
