import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type OpenService, open, toNodeHandler } from '../../src/index.ts';
import { withPasskeys } from '../support/passkeys.ts';
import { launch, skip, watch } from './browser.ts';

let browser: Browser;
let service: OpenService;
const server = createServer((request, response) => toNodeHandler(service)(request, response));
let address = '';

before(async () => {
  if (skip !== false) return;
  browser = await launch();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}`;
  service = await open({ document: withPasskeys, settings: { passkeys: { origins: [address] } } });
});
after(async () => {
  await browser?.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await service?.close();
});

/** Gives the browser an authenticator whose person agrees to everything. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const answers = { automaticPresenceSimulation: true, hasUserVerification: true, isUserVerified: true };
  const kind = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
  await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...kind, ...answers } });
}

/** The code of an app, as docs/sign-in.md shows it. */
const app = `
async function post(path, body, token) {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: 'Bearer ' + token }) };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, ...(await response.json()) };
}
async function addPasskey(token) {
  const { options, attempt } = await post('/accounts/start', { issuer: 'passkey' }, token);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  return post('/accounts', { attempt, credential: credential.toJSON() }, token);
}
async function signIn() {
  const { options, attempt } = await post('/sign-in', { issuer: 'passkey' });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  return post('/sign-in/return', { attempt, credential: credential.toJSON() });
}
`;

test('a browser registers a passkey, and signs in with it twice', { skip }, async () => {
  const { page } = await watch(browser);
  await addAuthenticator(page);
  await page.goto(`${address}/openapi.json`);
  const found = (await page.evaluate(`(async () => {
    ${app}
    const { id, token } = await post('/users', { email: 'ada@example.com', password: 'correct horse battery' });
    const added = await addPasskey(token);
    const again = await addPasskey(token).catch((error) => error.name);
    return { id, added, again, first: await signIn(), second: await signIn() };
  })()`)) as Record<string, { readonly status: number; readonly id: string }>;
  assert.deepEqual([found.added?.status, found.first?.status, found.second?.status], [200, 200, 200]);
  assert.deepEqual([found.first?.id, found.second?.id], [found.id, found.id]);
  assert.equal(found.again, 'InvalidStateError', 'the authenticator has a passkey of this person');
});
