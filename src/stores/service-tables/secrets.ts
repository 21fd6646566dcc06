import { then } from '../../contracts/maybe-promise.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Session } from './session.ts';

const secretBytes = 32;
const add = `INSERT INTO nonet_secret (name, value) VALUES ('root', $1) ON CONFLICT (name) DO NOTHING`;
const find = `SELECT value FROM nonet_secret WHERE name = 'root'`;

/** Returns the secret from which all others are made, kept in the store by the instance that opens it first. */
export function getRootSecret(session: Session, platform: Platform): MaybePromise<Uint8Array> {
  const added = session.run(add, [Buffer.from(platform.random(secretBytes))]);
  return then(added, () => then(session.get(find), (row) => row![0] as Uint8Array));
}

/** Gives the secrets of a service by name: a server could not be asked for one at once. */
export function createSecrets(root: Uint8Array, platform: Platform): (name: string) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  return (name) => {
    const secret = known.get(name) ?? platform.hmac(root, name);
    known.set(name, secret);
    return secret;
  };
}
