import type { Platform } from '../../contracts/platform.ts';
import type { Executor } from './connection/connect.ts';

const secretBytes = 32;

/** The secret from which all others are made, kept in the store by the instance that opens it first. */
export async function getRootSecret(executor: Executor, platform: Platform): Promise<Uint8Array> {
  const made = [Buffer.from(platform.random(secretBytes))];
  await executor.execute(
    { text: `INSERT INTO nonet_secret (name, value) VALUES ('root', $1) ON CONFLICT (name) DO NOTHING` },
    made,
  );
  const { rows } = await executor.execute({ text: `SELECT value FROM nonet_secret WHERE name = 'root'` });
  return rows[0]![0] as Uint8Array;
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
