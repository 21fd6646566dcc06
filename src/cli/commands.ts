import type { Command } from 'commander';
import type { Terminal } from './shared/terminal.ts';

/** A command as `nonet --help` lists it, and how to load its arguments, options and action. */
interface Listed {
  /** The heading above it in `nonet --help`. */
  readonly group: string;
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<(command: Command, terminal: Terminal) => void>;
}

/** The commands in the order of `nonet --help`. A listing loads none of their modules. */
export const commands: readonly Listed[] = [
  {
    group: 'Write a document:',
    name: 'init',
    description: 'Create a document that records every aspect as not shown. Never overwrites a file.',
    load: async () => (await import('./authoring/init.ts')).addInit,
  },
  {
    group: 'Write a document:',
    name: 'new',
    description: 'Ask for a service, and write its document. An empty answer is recorded as not shown.',
    load: async () => (await import('./authoring/new.ts')).addNew,
  },
  {
    group: 'Write a document:',
    name: 'import',
    description:
      'Write the page of an OpenAPI or AsyncAPI description, or of a database, and list the facts that it cannot state.',
    load: async () => (await import('./authoring/import.ts')).addImport,
  },
  {
    group: 'Write a document:',
    name: 'check',
    description: 'Validate documents. Report each error with its location and how to fix it.',
    load: async () => (await import('./document/check.ts')).addCheck,
  },
  {
    group: 'Write a document:',
    name: 'gaps',
    description: 'List what a document states and what it leaves open, part by part.',
    load: async () => (await import('./document/gaps.ts')).addGaps,
  },
  {
    group: 'Write a document:',
    name: 'fmt',
    description: 'Format documents. Prose, comments, code blocks and notes stay unchanged.',
    load: async () => (await import('./document/fmt.ts')).addFmt,
  },
  {
    group: 'Write a document:',
    name: 'lsp',
    description: 'Help editors: diagnostics, completion, renaming and more, by the Language Server Protocol.',
    load: async () => (await import('./authoring/lsp.ts')).addLsp,
  },
  {
    group: 'Look at it:',
    name: 'compare',
    description: 'Compare two documents. List each change and the clients that it breaks.',
    load: async () => (await import('./document/compare.ts')).addCompare,
  },
  {
    group: 'Look at it:',
    name: 'plan',
    description: 'Print the plan of a document as JSON: every rule, each with its line.',
    load: async () => (await import('./document/plan.ts')).addPlan,
  },
  {
    group: 'Look at it:',
    name: 'explain',
    description: 'Print the steps of a request, each with its line of the document.',
    load: async () => (await import('./document/explain.ts')).addExplain,
  },
  {
    group: 'Look at it:',
    name: 'access',
    description: 'Print who may do what: operations, records and fields by scope.',
    load: async () => (await import('./document/access.ts')).addAccess,
  },
  {
    group: 'Look at it:',
    name: 'generate',
    description: 'Generate an OpenAPI description, JSON Schemas, TypeScript types, a client or a documentation page.',
    load: async () => (await import('./document/generate.ts')).addGenerate,
  },
  {
    group: 'Run it:',
    name: 'serve',
    description: 'Run the service that a document describes.',
    load: async () => (await import('./serve.ts')).addServe,
  },
  {
    group: 'Run it:',
    name: 'call',
    description: 'Call an operation of a running service by its name, or print the request for curl.',
    load: async () => (await import('./call.ts')).addCall,
  },
  {
    group: 'Run it:',
    name: 'prove',
    description: 'Prove row by row that a running service, in any language, does what its document says.',
    load: async () => (await import('./prove.ts')).addProve,
  },
  {
    group: 'Run it:',
    name: 'mcp',
    description: 'Let an agent use a running service: an MCP server on standard input and output.',
    load: async () => (await import('./authoring/mcp.ts')).addMcp,
  },
  {
    group: 'Operate it:',
    name: 'keys',
    description: 'Create, list, rotate and revoke API keys and clients.',
    load: async () => (await import('./credentials/keys.ts')).addKeys,
  },
  {
    group: 'Operate it:',
    name: 'signing-keys',
    description: 'List and rotate the keys that sign access tokens (schemes "as jwt").',
    load: async () => (await import('./credentials/signing-keys.ts')).addSigningKeys,
  },
  {
    group: 'Operate it:',
    name: 'secrets',
    description: 'Rotate secret fields of records. Encrypt stored secrets with a new key.',
    load: async () => (await import('./credentials/secrets.ts')).addSecrets,
  },
  {
    group: 'Operate it:',
    name: 'migrate',
    description: 'Migrate a database to its changed document. Prints every step.',
    load: async () => (await import('./records/migrate.ts')).addMigrate,
  },
  {
    group: 'Operate it:',
    name: 'backup',
    description: 'Write a consistent copy of a database to a new file, even while it is served.',
    load: async () => (await import('./records/backup.ts')).addBackup,
  },
  {
    group: 'Operate it:',
    name: 'export',
    description: 'Export the records of a database as JSON lines, even while it is served.',
    load: async () => (await import('./records/export.ts')).addExport,
  },
  {
    group: 'Operate it:',
    name: 'load',
    description: 'Load records from JSON lines into a database: seed data, or the output of `nonet export`.',
    load: async () => (await import('./records/load.ts')).addLoad,
  },
  {
    group: 'Operate it:',
    name: 'events',
    description: 'List the stored events of a service, and show one with its payload.',
    load: async () => (await import('./events/events.ts')).addEvents,
  },
  {
    group: 'Operate it:',
    name: 'deliveries',
    description: 'List the deliveries of events with their attempts, and send them again.',
    load: async () => (await import('./events/deliveries.ts')).addDeliveries,
  },
];
