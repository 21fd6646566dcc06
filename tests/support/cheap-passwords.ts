import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Imported into a process before anything else: a hash of a password takes a thousandth of the time and memory. For tests that
// sign in often; `src/serve/verifying/passwords.test.ts` tries the costs of the service itself.

const scrypt = crypto.scrypt as (...words: unknown[]) => void;
(crypto as { scrypt: unknown }).scrypt = (
  password: unknown,
  salt: unknown,
  length: number,
  { N, p }: { N: number; p: number },
  done: unknown,
) => scrypt(password, salt, length, { N: N / 2 ** 10, p }, done);
syncBuiltinESMExports();
