import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.ts';

/** The invoices document without its limit on calls, for tests that write as fast as they can. */
export function invoicesWithoutRate(): string {
  const text = readFileSync(join(root, 'tests/documents/written-out/invoices.md'), 'utf8');
  const without = text.replace(/^\| calls \| rate \|.*\n/m, '').replaceAll(/^\| \S+ \| limit \| calls \|.*\n/gm, '');
  if (without === text) throw new Error('the document has no longer a limit `calls`');
  return without;
}
