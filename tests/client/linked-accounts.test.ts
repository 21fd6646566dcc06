import '../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ada, openSigningIn, signingIn } from '../serve/access/sign-in.fixture.ts';
import { createModuleFolder, generateClient } from './generated.ts';

interface Result {
  readonly status: number;
  readonly data: { readonly id: string; readonly address: string; readonly attempt: string };
}
type Client = Readonly<Record<string, (body: object) => Promise<Result>>>;

test('a client links an account with the credential of its session, also if the response shows one', async (t) => {
  const document = signingIn.replace('200 `User(id, name?)`', '200 `User(id, token: credential)`');
  assert.notEqual(document, signingIn);
  const { served, google } = await openSigningIn(t, 'sqlite::memory:', { document });
  const folder = createModuleFolder();
  const [page, file] = [join(folder, 'people.md'), join(folder, 'client.ts')];
  writeFileSync(page, document);
  writeFileSync(file, await generateClient(page));
  const { createClient } = (await import(file)) as { createClient(options: object): Client };
  const client = createClient({ baseUrl: served.address, session: true });
  const { data: person } = await client.createUser!({ email: ada.email, password: 'correct horse' });
  const { data: begun } = await client.startLink!({ issuer: 'google' });
  const linked = await client.link!({ attempt: begun.attempt, ...google.signIn(begun.address, ada) });
  assert.deepEqual([linked.status, linked.data.id], [200, person.id]);
});
