import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shops } from '../../../../tests/support/plans.ts';
import { createLayout } from '../../layout.ts';
import { testHost } from '../../suites/surroundings.suite.ts';
import type { Executor } from './connect.ts';
import { readConnectionSettings } from './opening/address.ts';
import { settle } from './settle.ts';

test('tables that this user must not create are refused with what the server says', async () => {
  const texts: string[] = [];
  const executor: Executor = {
    async execute({ text }) {
      texts.push(text);
      if (text.includes('CREATE TABLE')) throw new Error('permission denied for schema public');
      return { rows: [], count: 0, command: '' };
    },
  };
  const settings = { ...readConnectionSettings('//h/d'), shown: 'postgres://h/d' };
  const settled = settle(executor, settings, shops, createLayout(shops), { platform: testHost, durability: 'full' });
  await assert.rejects(settled, {
    message: 'The tables of the database postgres://h/d cannot be created: permission denied for schema public.',
  });
  assert.equal(texts.at(-1), 'ROLLBACK');
});
