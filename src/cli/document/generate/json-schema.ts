import type { Command } from 'commander';
import { formatCount, type Terminal } from '../../shared/terminal.ts';
import { addDescription } from './described.ts';

/** `nonet generate json-schema FILE` */
export function addJsonSchema(generate: Command, terminal: Terminal): void {
  addDescription(generate, terminal, {
    name: 'json-schema',
    description: 'Generate a JSON Schema (2020-12) of every record, input, event and error body of a service.',
    example: 'invoices.schema.json',
    help: `
The file holds one schema for each shape, in $defs: reference invoices.schema.json#/$defs/Invoice.

Examples:
  $ nonet generate json-schema invoices.md --out invoices.schema.json
  $ nonet generate json-schema invoices.md --api-version 2026-06-01`,
    async describe(plan) {
      const { describeJsonSchema } = await import('../../../describe/json-schema/index.ts');
      const content = describeJsonSchema(plan);
      return { content, title: 'JSON Schema', count: formatCount(Object.keys(content.$defs).length, 'schema') };
    },
  });
}
