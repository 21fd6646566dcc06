import { nkeys } from '@nats-io/transport-node';

type Pair = ReturnType<typeof nkeys.createUser>;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seedOf = (pair: Pair): string => new TextDecoder().decode(pair.getSeed());

/** The seed of a user's key, and the public half of it. */
export function userKey(): { readonly seed: string; readonly name: string } {
  const user = nkeys.createUser();
  return { seed: seedOf(user), name: user.getPublicKey() };
}

function signed(by: Pair, of: Pair, name: string, nats: object): string {
  const claims = { jti: name, iat: 1_700_000_000, iss: by.getPublicKey(), sub: of.getPublicKey(), name, nats };
  const text = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(claims)}`;
  return `${text}.${Buffer.from(by.sign(bytes(text))).toString('base64url')}`;
}

/** An operator's accounts: the lines of a server's configuration, and the text of a `.creds` file of one user. */
export function operatorsAccounts(): { readonly lines: readonly string[]; readonly creds: string } {
  const [operator, system, account, user] = [
    nkeys.createOperator(),
    nkeys.createAccount(),
    nkeys.createAccount(),
    nkeys.createUser(),
  ];
  const any = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, conn: -1, leaf: -1, wildcards: true };
  const kept = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const facts = { version: 2 };
  const accountOf = (pair: Pair, name: string, limits: object): string =>
    `  ${pair.getPublicKey()}: ${signed(operator, pair, name, { ...facts, type: 'account', limits })}`;
  const jwt = signed(account, user, 'user', { ...facts, type: 'user', subs: -1, data: -1, payload: -1 });
  return {
    lines: [
      `operator: ${signed(operator, operator, 'operator', { ...facts, type: 'operator' })}`,
      `system_account: ${system.getPublicKey()}`,
      'resolver: MEMORY',
      'resolver_preload: {',
      accountOf(system, 'system', any),
      accountOf(account, 'account', { ...any, ...kept }),
      '}',
    ],
    creds: [
      '-----BEGIN NATS USER JWT-----',
      jwt,
      '------END NATS USER JWT------',
      '',
      '-----BEGIN USER NKEY SEED-----',
      seedOf(user),
      '------END USER NKEY SEED------',
      '',
    ].join('\n'),
  };
}
