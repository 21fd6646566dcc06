import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '../../parts/index.ts';
import { buildWholePlanOf } from '../../parts/plan/whole-version.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { createSource } from '../../text/location.ts';

const root = join(import.meta.dirname, '../../..');

/** Documents of the repository, by what they show: all parts, timers, code, gaps. */
export const documents = [
  'examples/invoices/invoices.md',
  'examples/seat-holds/seat-holds.md',
  'examples/bookings/bookings.md',
  'examples/help-desk/help-desk.md',
  'examples/shop/shop.md',
  'examples/subscriptions/subscriptions.md',
  'examples/service-broker/service-broker.md',
  'examples/photos/photos.md',
  'examples/conduit/conduit.md',
  'tests/documents/notes.md',
  'tests/documents/empty.md',
] as const;

/** The whole plan of a document of the repository, or of a text. */
export function planOf(document: string, version?: string): WholePlan {
  const text = document.includes('\n') ? document : readFileSync(join(root, document), 'utf8');
  const read = readDocument(createSource('page.md', text));
  assert.deepEqual(
    read.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  return buildWholePlanOf(read.service, version)!;
}

/** Lists the ids of a page, each time that it has one. */
export function listIds(page: string): readonly string[] {
  return [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => unescapeText(id));
}

/** Lists the ids that links of a page lead to. */
export function listTargets(page: string): readonly string[] {
  return [...page.matchAll(/href="#([^"]*)"/g)].map(([, target = '']) => decodeURIComponent(unescapeText(target)));
}

function unescapeText(text: string): string {
  const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', '#34': '"' };
  return text.replace(/&(amp|lt|gt|#34);/g, (_, sign: string) => signs[sign]!);
}
