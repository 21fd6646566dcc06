import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKeptTotp } from '../../../src/text/codes/kept-totp.ts';
import { computeCode, getTimeStep } from '../../../src/text/codes/one-time-code.ts';
import { root } from '../../support/process.ts';
import type { Got } from '../support/served.fixture.ts';
import { type People, passwordOf } from './sessions.fixture.ts';

/** A document whose people have second factors. */
export const factored = readFileSync(join(root, 'tests/cases/bases/second-factors.md'), 'utf8').replace(
  '20 per minute',
  '20000 per minute',
);

/** The milliseconds of a time step. */
export const step = 30_000;

/** The code of an `otpauth` URI, some time steps after a moment. */
export function codeOf(uri: string, now: number, later = 0): string {
  const kept = readKeptTotp(uri);
  assert.ok(kept !== undefined, uri);
  return computeCode(kept.secret, getTimeStep(now) + later);
}

/** A code that none of the time steps around a moment has. */
export function wrongCodeOf(uri: string, now: number): string {
  const near = new Set([-2, -1, 0, 1, 2].map((later) => codeOf(uri, now, later)));
  for (let code = 0; ; code += 1) {
    const text = String(code).padStart(6, '0');
    if (!near.has(text)) return text;
  }
}

/** A log in of a person with a code, or without one. */
export async function logInWith({ ask }: Pick<People, 'ask'>, name: string, code?: string): Promise<Got> {
  return ask('POST /sessions', { email: `${name}@example.com`, password: passwordOf(name), ...(code && { code }) });
}

/** A factor that was added. */
export interface Added {
  readonly id: string;
  readonly uri: string;
}

/** Adds a factor, whose codes do not count yet. */
export async function addFactor({ ask }: Pick<People, 'ask'>, token: string, name = 'phone'): Promise<Added> {
  const got = await ask('POST /authenticators', { name }, token);
  assert.equal(got.status, 201, got.text);
  return got.json;
}

/** Adds a factor and confirms it by the code of the time step before the present one, so that the present code can be used. */
export async function confirmFactor(people: Pick<People, 'ask'>, token: string, now: number): Promise<Added> {
  const added = await addFactor(people, token);
  const code = codeOf(added.uri, now, -1);
  const got = await people.ask(`POST /authenticators/${added.id}/confirm`, { code }, token);
  assert.equal(got.status, 200, got.text);
  return added;
}

/** Adds a recovery code. */
export async function addRecoveryCode({ ask }: Pick<People, 'ask'>, token: string): Promise<string> {
  const got = await ask('POST /recovery-codes', undefined, token);
  assert.equal(got.status, 201, got.text);
  return got.json.code;
}

/** The status and the code of an error. */
export const told = ({ status, json }: Got): readonly unknown[] => [status, json?.code];
