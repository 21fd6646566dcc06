import { existsSync, statSync } from 'node:fs';
import * as modules from 'node:module';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../../diagnostics/order.ts';
import { formatDiagnostics } from '../../diagnostics/terminal.ts';
import { checkModule, type ModuleCheck } from '../../module/check.ts';
import type { ModuleModel } from '../../module/read.ts';
import { buildPlan, type Document } from '../../parts/index.ts';
import { describeReturnedForm } from '../../plan/bodies/returned.ts';
import type { Plan } from '../../plan/plan.ts';
import { collectHandlers, HandlersError } from '../../serve/handlers.ts';
import { runAsOwner } from '../../serve/node/owner.ts';
import { createSource, getLineNumber, type Source } from '../../text/location.ts';
import { listErrors, readText } from '../shared/document.ts';
import { CommandError, type Terminal } from '../shared/terminal.ts';
import { describeSyntaxError, findSyntaxFault, formatErrorLocation } from './module/syntax.ts';

const extensions = ['.ts', '.mts', '.js', '.mjs'];

/** Returns the possible paths of a document's module, in order of precedence: `invoices.ts` next to `invoices.md`. */
export function findModuleFiles(document: string): readonly string[] {
  const base = document.replace(/\.(md|markdown)$/i, '');
  return extensions.map((extension) => base + extension);
}

/** Returns the path of a document's module; if there is none, the expected path. */
export function findModuleFile(document: string): string {
  const files = findModuleFiles(document);
  return files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile()) ?? files[0]!;
}

/** A document and its module. */
export interface WithModule {
  /** The document with all diagnostics, including those of missing handlers. */
  readonly document: Document;
  /** The text of the module, if there is one. */
  readonly source: Source | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly model: ModuleModel | undefined;
  /** The return value of a handler, by operation, if it differs from its Response. */
  readonly returns?: ReadonlyMap<string, string>;
}

/**
 * Reads the module of a document and checks that they match, without running it. Skips a document with errors. `fault` finds
 * syntax errors.
 */
export function withModule(document: Document, fault = findSyntaxFault): WithModule {
  if (listErrors(document).length > 0) return { document, source: undefined, diagnostics: [], model: undefined };
  const path = findModuleFile(document.source.name);
  const there = existsSync(path) && statSync(path).isFile();
  const source = there ? createSource(path, readText(path)) : undefined;
  // Building a plan costs more than the rest of check: build it only if there is a module to compare.
  if (source === undefined && !document.service.endpoints.operations.some(({ name }) => name.code)) {
    return { document, source, diagnostics: [], model: undefined };
  }
  const plan = buildPlan(document.service);
  const places = new Map(document.service.endpoints.operations.map(({ name }) => [name.text, name.span]));
  const found: ModuleCheck = checkModule({ plan, places, file: basename(path), module: source, fault });
  const diagnostics = sortDiagnostics(document.diagnostics, found.document);
  const returns = new Map(
    plan.operations.flatMap((operation) => {
      const form = operation.kind === 'handler' ? describeReturnedForm(operation) : undefined;
      return form === undefined ? [] : [[operation.name, form] as const];
    }),
  );
  return {
    document: { ...document, diagnostics },
    source,
    diagnostics: sortDiagnostics(found.module),
    model: found.model,
    returns,
  };
}

/** Prints the diagnostics of a module on standard error. */
export function printModule({ source, diagnostics }: WithModule, terminal: Terminal): void {
  if (source === undefined) return;
  for (const diagnostic of diagnostics)
    terminal.err({ drawing: formatDiagnostics(source, diagnostic, terminal.colours.err) });
}

/** A function of the module and its location. `of` is an operation, or a computed field that depends on the caller. */
export interface CodePiece {
  readonly kind: 'handler' | 'before' | 'after' | 'computed';
  readonly of: string;
  readonly file: string;
  readonly line: number;
  /** The return value of a handler, if it differs from its Response. */
  readonly returns?: string;
}

/** Returns every function of a module with its location, handlers first. */
export function listModuleCode({ model, source, returns }: Omit<WithModule, 'document'>): readonly CodePiece[] {
  if (model === undefined || source === undefined) return [];
  const kinds = { handler: model.handlers, before: model.before, after: model.after, computed: model.computed };
  return (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) =>
    kinds[kind].map(({ value, span }) => {
      const form = kind === 'handler' ? returns?.get(value) : undefined;
      const piece = { kind, of: value, file: source.name, line: getLineNumber(source, span) };
      return form === undefined ? piece : { ...piece, returns: form };
    }),
  );
}

/** The files of each load of a module, by the mark in their URLs. */
const loads = new Map<string, Set<string>>();

/**
 * Resolves `nonet` in modules of documents to this program, whatever is installed near them, and reloads the files that they
 * import by a relative path.
 */
function resolveImports(): void {
  if (loads.size > 0) return;
  const own = new URL(`../../index${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url).href;
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
export async function loadModule(file: string, plan: Plan, loaded: Pick<WithModule, 'model'>): Promise<unknown> {
  if (loaded.model === undefined) return undefined;
  const path = findModuleFile(file);
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
