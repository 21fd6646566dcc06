// One module with all that every command loads, so that the package has it in one file.
export { run } from '../src/cli/program.ts';
export { readPassword } from '../src/cli/shared/password.ts';
export { createTerminal } from '../src/cli/shared/writer.ts';
