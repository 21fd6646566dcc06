import type { Command } from 'commander';
import { CommandError } from '../../operator/command-error.ts';

/** `nonet lsp` */
export function addLsp(command: Command): void {
  command
    .option('--stdio', 'use standard input and output (the default, and the only transport)')
    .addHelpText(
      'after',
      `
An editor starts this command. docs/editors.md has the settings of each editor.

Examples:
  $ nonet lsp --stdio`,
    )
    .action(async () => {
      const { loadSdk } = await import('../../language-server/sdk.ts');
      const sdk = await loadSdk().catch((error: Error) => {
        throw new CommandError(error.message);
      });
      const { serveOnStdio } = await import('../../language-server/server.ts');
      const { createWorkspace } = await import('./lsp/workspace.ts');
      await serveOnStdio(sdk, createWorkspace);
    });
}
