import * as modules from 'node:module';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CommandError } from '../../../operator/command-error.ts';
import { findModuleFile } from '../../../operator/files/module-files.ts';
import type { Plan } from '../../../plan/plan.ts';
import { collectHandlers, HandlersError } from '../../../serve/handlers.ts';
import { runAsOwner } from '../../../serve/node/owner.ts';
import { describeSyntaxError, formatErrorLocation } from './syntax.ts';

/** The files of each load of a module, by the mark in their URLs. */
const loads = new Map<string, Set<string>>();

/**
 * Resolves `nonet` in modules of documents to this program, whatever is installed near them, and reloads the files that they
 * import by a relative path.
 */
function resolveImports(): void {
  if (loads.size > 0) return;
  const own = new URL(`../../../index${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url).href;
  // Bun has no such hooks: there, modules import the `nonet` that is installed near them.
  modules.registerHooks?.({
    resolve(specifier, context, next) {
      if (specifier === 'nonet') return { url: own, shortCircuit: true };
      const found = next(specifier, context);
      const mark = /\?nonet=\d+$/.exec(context.parentURL ?? '')?.[0];
      const files = loads.get(mark ?? '');
      if (files === undefined || !/^\.\.?\//.test(specifier) || !found.url.startsWith('file:')) return found;
      files.add(fileURLToPath(found.url));
      return { ...found, url: `${found.url}${mark}` };
    },
  });
}

/** Explains how to fix a module that Node takes for CommonJS; undefined for any other error. */
function explainCommonJsError(error: unknown, path: string): string | undefined {
  if (!(error instanceof SyntaxError) || !/outside a module|Unexpected token 'export'/.test(error.message))
    return undefined;
  const name = basename(path).replace(/\.([tj]s)$/, '.m$1');
  return `Node treats it as CommonJS because of the nearest package.json. Run \`npm pkg set type=module\`, or rename the file to ${name}`;
}

/** Returns the files that modules of this process were loaded from, without those of packages. */
export function listFilesRead(): ReadonlySet<string> {
  return new Set([...loads.values()].flatMap((files) => [...files]));
}

/** Runs the module of a document and returns its default export; undefined if there is no module. Throws a `CommandError`. */
export async function loadModule(file: string, plan: Plan): Promise<unknown> {
  const path = findModuleFile(file);
  if (path === undefined) return undefined;
  resolveImports();
  // Each load has its own URL, so that Node runs a changed module again.
  const mark = `?nonet=${loads.size}`;
  loads.set(mark, new Set([resolve(path)]));
  const url = `${pathToFileURL(resolve(path)).href}${mark}`;
  let module: { readonly default?: unknown };
  try {
    const run = (): Promise<unknown> => import(url);
    module = (await runAsOwner({ what: basename(path) }, run)) as { readonly default?: unknown };
  } catch (error) {
    const why =
      explainCommonJsError(error, path) ??
      describeSyntaxError(error) ??
      (error instanceof Error ? error.message : String(error));
    throw new CommandError(`${formatErrorLocation(error) ?? path}: failed to run the module: ${why}`);
  }
  try {
    collectHandlers(plan, module.default);
  } catch (error) {
    if (!(error instanceof HandlersError)) throw error;
    throw new CommandError(`${path} does not match ${file}:`, ...error.wrong.map((problem) => `  ${problem}`));
  }
  return module.default;
}
