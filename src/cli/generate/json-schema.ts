import type { Command } from 'commander';
import { formatCount, type Terminal } from '../shared/terminal.ts';
import {
  addDescribedOptions,
  type DescribedOptions,
  formatShownVersion,
  openWholePlan,
  writeDescription,
} from './described.ts';

/** `nonet generate json-schema FILE` */
export function addJsonSchema(generate: Command, terminal: Terminal): void {
  const command = generate
    .command('json-schema')
    .description('Generate a JSON Schema (2020-12) of every record, input, event and error body of a service.');
  addDescribedOptions(command, 'invoices.schema.json')
    .addHelpText(
      'after',
      `
The file holds one schema for each shape, in $defs: reference invoices.schema.json#/$defs/Invoice.

Examples:
  $ nonet generate json-schema invoices.md --out invoices.schema.json
  $ nonet generate json-schema invoices.md --api-version 2026-06-01`,
    )
    .action(async (file: string, options: DescribedOptions) => {
      const plan = await openWholePlan(file, options, terminal);
      if (plan === undefined) return;
      const { describeJsonSchema } = await import('../../describe/json-schema/index.ts');
      const description = describeJsonSchema(plan);
      const what = `JSON Schema of ${plan.name}${formatShownVersion(plan)}`;
      const count = formatCount(Object.keys(description.$defs).length, 'schema');
      await writeDescription(description, `${what}: ${count}`, file, options, terminal);
    });
}
