import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSource, slice } from '../../text/location.ts';
import { readDocument } from '../index.ts';

/** Cells out of which tables of the parts 5 to 9 are made: right words, near words, marks, nothing. */
const cells = fc.constantFrom(
  '',
  '—',
  'not shown',
  'all',
  'public',
  'authenticated',
  'key',
  'api key',
  'header Authorization: Bearer',
  'header',
  '30 days',
  'create Invoice',
  'all Invoice, read Invoice',
  '`shop == caller.shop`',
  '`shop ==`',
  'emitted by',
  'pay Invoice to paid',
  'each Hook at url where `a`',
  '`{ id: Invoice.id, x: }`',
  'standard webhooks with',
  '8 over 2 hours',
  'not found on; raised by',
  '404',
  'rate limit',
  '10 per minute, burst',
  '64 KiB',
  'caller.shop',
  'clamp',
  '2026-11-01',
  'current',
  'renamed',
  'Invoice.memo x',
  'parameter p of list Invoice',
  'default "',
  'as open',
  '= `a +`',
  '{version}',
  '"',
  ';;',
  ',',
  '(((',
  '__proto__',
  '\\|',
);
const headers: readonly (readonly [string, readonly string[]])[] = [
  ['Authentication', ['Scheme', 'Kind', 'Sent in', 'Credential', 'Lifetime']],
  ['Authentication', ['Scope', 'Allows', 'Where']],
  ['Authentication', ['Attribute', 'Type']],
  ['Events', ['Event', 'When', 'Payload']],
  ['Events', ['Delivery', 'To', 'Events', 'Envelope', 'Signature', 'Attempts']],
  ['Errors', ['Code', 'Status', 'Condition', 'Message', 'Help']],
  ['Limits', ['Limit', 'Kind', 'Applies to', 'Per', 'Value', 'When exceeded']],
  ['Versioning', ['Version', 'Status', 'Released', 'Sunset']],
  ['Versioning', ['Sent in', 'Name', 'When absent']],
  ['Versioning', ['Version', 'Change', 'What', 'Before', 'Old responses', 'Old requests']],
  ['Versioning', ['Change', 'Class']],
];
const parts = [
  'What the service does',
  'Resources and their fields',
  'States and transitions',
  'Endpoints',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
];

function documentOf(tables: readonly (readonly string[][])[]): string {
  const lines = ['# Case', ''];
  for (const part of parts) {
    lines.push(`## ${part}`, '');
    for (const [index, [home, titles]] of headers.entries()) {
      const rows = tables[index] ?? [];
      if (home !== part || rows.length === 0) continue;
      const line = (row: readonly string[]) => `| ${titles.map((_, at) => row[at] ?? '').join(' | ')} |`;
      lines.push(line(titles), `|${' --- |'.repeat(titles.length)}`, ...rows.map(line), '');
    }
  }
  return lines.join('\n');
}

test('tables of any cells are read and checked without throwing, each problem within the text', () => {
  const rows = fc.array(fc.array(cells, { minLength: 6, maxLength: 6 }), { maxLength: 3 });
  const tables = fc.array(rows, { minLength: headers.length, maxLength: headers.length });
  fc.assert(
    fc.property(tables, (made) => {
      const { source, diagnostics } = readDocument(createSource('x.md', documentOf(made)));
      for (const { span, message, code } of diagnostics) {
        assert.ok(span.start >= 0 && span.start <= span.end && span.end <= source.text.length, code);
        assert.ok(message.length > 0 && slice(source, span).length === span.end - span.start, code);
      }
    }),
    { numRuns: 400 },
  );
});
