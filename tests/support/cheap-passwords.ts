import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Imported into a process before anything else: a hash of a password takes a thousandth of the time and memory. `npm test` does so in all
// its processes but that of `src/serve/verifying/passwords.test.ts`, which tries the costs of the service itself; a file that signs in
// often imports it for runs of its own.

const scrypt = crypto.scrypt as (...words: unknown[]) => void;
(crypto as { scrypt: unknown }).scrypt = (
  password: unknown,
  salt: unknown,
  length: number,
  { N, p }: { N: number; p: number },
  done: unknown,
) => scrypt(password, salt, length, { N: N / 2 ** 10, p }, done);
syncBuiltinESMExports();
