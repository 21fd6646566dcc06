import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.ts';

/** A document whose people log in with a password, and with passkeys. */
export const withPasskeys = [
  ['one of google, work', 'one of passkey'],
  ['| email | email | assigned from sign_in.email |', '| key | string | assigned from sign_in.public_key; internal |'],
  ['### sign in User\n\n- Creates: email, name, picture\n', ''],
  ['20 per minute', '2000 per minute'],
].reduce(
  (text, [from = '', to = '']) => {
    if (!text.includes(from)) throw new Error(`the document has no ${from}`);
    return text.replace(from, to);
  },
  readFileSync(join(root, 'tests/cases/bases/accounts.md'), 'utf8'),
);
