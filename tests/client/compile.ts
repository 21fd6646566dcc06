import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { root } from '../support/process.ts';

const compilerOptions = {
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  // The declarations of the language itself take half of the time.
  skipDefaultLibCheck: true,
  target: 'es2022',
  module: 'nodenext',
  // As in a browser: nothing of Node.js is known.
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
};

/** Compiles the TypeScript files of a folder as a strict project for browsers would; returns what the compiler prints. */
export function compileStrictly(folder: string): string {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(execPath, [compiler, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  return `${stdout}${stderr}`.trim();
}
