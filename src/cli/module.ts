import { existsSync, statSync } from 'node:fs';
import * as modules from 'node:module';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../diagnostics/order.ts';
import { formatDiagnostics } from '../diagnostics/terminal.ts';
import { checkModule, type ModuleCheck } from '../module/check.ts';
import type { ModuleModel } from '../module/read.ts';
import { buildPlan, type Document } from '../parts/index.ts';
import { describeReturnedForm } from '../plan/bodies/returned.ts';
import type { Plan } from '../plan/plan.ts';
import { collectHandlers, HandlersError } from '../serve/handlers.ts';
import { runAsOwner } from '../serve/node/owner.ts';
import { createSource, getLineNumber, type Source } from '../text/location.ts';
import { describeSyntaxError, findSyntaxFault, formatErrorLocation } from './module/syntax.ts';
import { listErrors, readText } from './shared/document.ts';
import { CommandError, type Terminal } from './shared/terminal.ts';

const extensions = ['.ts', '.mts', '.js', '.mjs'];

/** The files that can be the module of code beside a document, the first that is there: `invoices.ts` beside `invoices.md`. */
export function findModuleFiles(document: string): readonly string[] {
  const base = document.replace(/\.(md|markdown)$/i, '');
  return extensions.map((extension) => base + extension);
}

/** The module of code that stands beside a document; where none does, the one that is expected. */
export function findModuleFile(document: string): string {
  const files = findModuleFiles(document);
  return files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile()) ?? files[0]!;
}

/** A document and the module beside it. */
export interface WithModule {
  /** The document with all of its problems, those of handlers that are missing too. */
  readonly document: Document;
  /** The module's text, where there is one. */
  readonly source: Source | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly model: ModuleModel | undefined;
  /** By operation, what its handler returns, where that is not the form of its Response. */
  readonly returns?: ReadonlyMap<string, string>;
}

/**
 * Reads the module beside a document and asks whether they fit; runs nothing. A document with errors is left as it is. `fault` finds
 * what cannot be parsed.
 */
export function withModule(document: Document, fault = findSyntaxFault): WithModule {
  if (listErrors(document).length > 0) return { document, source: undefined, diagnostics: [], model: undefined };
  const path = findModuleFile(document.source.name);
  const there = existsSync(path) && statSync(path).isFile();
  const source = there ? createSource(path, readText(path)) : undefined;
  // A plan costs more than all the rest of checking: it is made where something of a module is to be held against it.
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

/** Prints the problems of a module as pictures on standard error. */
export function printModule({ source, diagnostics }: WithModule, terminal: Terminal): void {
  if (source === undefined) return;
  for (const diagnostic of diagnostics)
    terminal.err({ drawing: formatDiagnostics(source, diagnostic, terminal.colours.err) });
}

/** A piece of the code beside a document, and its place. `of` is an operation, or a member that depends on the caller. */
export interface CodePiece {
  readonly kind: 'handler' | 'before' | 'after' | 'computed';
  readonly of: string;
  readonly file: string;
  readonly line: number;
  /** What a handler returns, where that is not the form of its Response. */
  readonly returns?: string;
}

/** Every piece of a module with its place, handlers first: none is to be invisible. */
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

/** The files of each reading of a module, by the mark that their addresses have. */
const readings = new Map<string, Set<string>>();

/**
 * Modules beside documents import `nonet`: whatever is installed near them, they get this program's own. What they import by a
 * relative name is read anew with them.
 */
function resolveImports(): void {
  if (readings.size > 0) return;
  const own = new URL(`../index${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url).href;
  // Bun has no such hooks: there, modules get the `nonet` that is installed beside them.
  modules.registerHooks?.({
    resolve(specifier, context, next) {
      if (specifier === 'nonet') return { url: own, shortCircuit: true };
      const found = next(specifier, context);
      const mark = /\?nonet=\d+$/.exec(context.parentURL ?? '')?.[0];
      const files = readings.get(mark ?? '');
      if (files === undefined || !/^\.\.?\//.test(specifier) || !found.url.startsWith('file:')) return found;
      files.add(fileURLToPath(found.url));
      return { ...found, url: `${found.url}${mark}` };
    },
  });
}

/** What to do about a module that Node takes for CommonJS; undefined for any other error. */
function explainCommonJsError(error: unknown, path: string): string | undefined {
  if (!(error instanceof SyntaxError) || !/outside a module|Unexpected token 'export'/.test(error.message))
    return undefined;
  const name = basename(path).replace(/\.([tj]s)$/, '.m$1');
  return `Node reads it as CommonJS, by the package.json above it. Run \`npm pkg set type=module\`, or call the file ${name}`;
}

/** The files that the modules of this process were read from so far, beside those of packages. */
export function listFilesRead(): ReadonlySet<string> {
  return new Set([...readings.values()].flatMap((files) => [...files]));
}

/** Runs the module beside a document and gives what it gave to `implement`; undefined where there is none. */
export async function loadModule(file: string, plan: Plan, loaded: WithModule): Promise<unknown> {
  if (loaded.model === undefined) return undefined;
  const path = findModuleFile(file);
  resolveImports();
  // Each reading is a module of its own, so that a changed one is run anew.
  const mark = `?nonet=${readings.size}`;
  readings.set(mark, new Set([resolve(path)]));
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
    throw new CommandError(`${formatErrorLocation(error) ?? path} cannot be run: ${why}`);
  }
  try {
    collectHandlers(plan, module.default);
  } catch (error) {
    if (!(error instanceof HandlersError)) throw error;
    throw new CommandError(`${path} does not fit ${file}:`, ...error.wrong.map((problem) => `  ${problem}`));
  }
  return module.default;
}
