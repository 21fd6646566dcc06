import type { Command } from 'commander';
import type { Terminal } from '../shared/terminal.ts';
import { addAsyncapi } from './generate/asyncapi.ts';
import { addClient } from './generate/client.ts';
import { addDocs } from './generate/docs.ts';
import { addHandlers } from './generate/handlers.ts';
import { addJsonSchema } from './generate/json-schema.ts';
import { addOpenapi } from './generate/openapi.ts';
import { addTypes } from './generate/types.ts';

/** The commands of `nonet generate` in the order of the help, one file each in `generate/`. */
const kinds: readonly ((generate: Command, terminal: Terminal) => void)[] = [
  addOpenapi,
  addAsyncapi,
  addJsonSchema,
  addTypes,
  addHandlers,
  addClient,
  addDocs,
];

/** `nonet generate KIND FILE` */
export function addGenerate(generate: Command, terminal: Terminal): void {
  generate.addHelpText(
    'after',
    `
Examples:
  $ nonet generate openapi invoices.md --out openapi.json
  $ nonet generate asyncapi invoices.md --out asyncapi.json
  $ nonet generate json-schema invoices.md --api-version 2026-06-01
  $ nonet generate types invoices.md
  $ nonet generate handlers invoices.md
  $ nonet generate client invoices.md --out client.ts
  $ nonet generate client invoices.md --out client.py
  $ nonet generate docs invoices.md --out site/`,
  );
  for (const add of kinds) add(generate, terminal);
}
