import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { StoreError } from '../../../store-error.ts';

/** The value of a setting, from the address or from a variable. */
export interface Setting {
  readonly value: string;
  /** The beginning of a sentence that names its source. */
  readonly said: string;
  readonly from: 'address' | 'variable';
}

const files = ['sslrootcert', 'sslcert', 'sslkey'];
const modes = ['disable', 'require', 'verify-ca', 'verify-full'];

/** Returns the TLS settings of `sslmode`; undefined for a plain connection, the default. */
export function readTls(setting: (name: string) => Setting | undefined): ConnectionOptions | undefined {
  const mode = setting('sslmode');
  if (mode !== undefined && !modes.includes(mode.value)) {
    throw new StoreError(
      `${mode.said}, which is not one of ${modes.map((each) => `\`${each}\``).join(', ')}. ` +
        'A connection is encrypted or it is not: write `require`, or `verify-full` to be sure of the server as well.',
    );
  }
  if (mode === undefined || mode.value === 'disable') {
    // An address that says `disable` has the last word on variables.
    const idle = files
      .map(setting)
      .find((candidate) => candidate !== undefined && (candidate.from === 'address' || mode?.from !== 'address'));
    if (idle === undefined) return undefined;
    throw new StoreError(`${idle.said}, but connections are not encrypted. Add \`sslmode=verify-full\`.`);
  }
  const [root, cert, key] = files.map(setting);
  const half = (cert === undefined) === (key === undefined) ? undefined : (cert ?? key);
  if (half !== undefined) {
    const lacks = cert === undefined ? 'sslcert' : 'sslkey';
    throw new StoreError(
      `${half.said}, but no \`${lacks}\`: a client certificate needs both \`sslcert\` and \`sslkey\`, each the path of a PEM file.`,
    );
  }
  const tls = {
    ...(root === undefined ? {} : { ca: readPemFile(root) }),
    ...(cert === undefined || key === undefined ? {} : { cert: readPemFile(cert), key: readPemFile(key) }),
  };
  // With a root certificate libpq verifies the chain for `require` as well.
  if (mode.value === 'require' && root === undefined) return { ...tls, rejectUnauthorized: false };
  return mode.value === 'verify-full' ? tls : { ...tls, checkServerIdentity: () => undefined };
}

function readPemFile({ value, said }: Setting): string {
  try {
    return readFileSync(value, 'utf8');
  } catch {
    throw new StoreError(`${said}, a file that cannot be read.`);
  }
}
