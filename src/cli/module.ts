import { existsSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkModule, type ModuleCheck } from '../module/check.ts';
import type { ModuleModel } from '../module/read.ts';
import { type Document, planOf } from '../parts/index.ts';
import type { Plan } from '../plan/plan.ts';
import { inOrder } from '../problems/order.ts';
import type { Problem } from '../problems/problem.ts';
import { terminalOf } from '../problems/terminal.ts';
import { HandlersError, handlersOf } from '../serve/handlers.ts';
import { type Source, sourceOf } from '../text/place.ts';
import { errorsOf, textOf } from './document.ts';
import { CommandFailure, type Terminal } from './terminal.ts';

/** The module of code that stands beside a document: `invoices.ts` beside `invoices.md`. */
export function moduleFile(document: string): string {
  return `${document.replace(/\.(md|markdown)$/i, '')}.ts`;
}

/** A document and the module beside it. */
export interface WithModule {
  /** The document with all of its problems, those of handlers that are missing too. */
  readonly document: Document;
  /** The module's text, where there is one. */
  readonly source: Source | undefined;
  readonly problems: readonly Problem[];
  readonly model: ModuleModel | undefined;
}

/** Reads the module beside a document and asks whether they fit; runs nothing. A document with errors is left as it is. */
export function withModule(document: Document): WithModule {
  if (errorsOf(document).length > 0) return { document, source: undefined, problems: [], model: undefined };
  const path = moduleFile(document.source.name);
  const there = existsSync(path) && statSync(path).isFile();
  const source = there ? sourceOf(path, textOf(path)) : undefined;
  // A plan costs more than all the rest of checking: it is made where something of a module is to be held against it.
  if (source === undefined && !document.service.endpoints.operations.some(({ name }) => name.code)) {
    return { document, source, problems: [], model: undefined };
  }
  const plan = planOf(document.service);
  const places = new Map(document.service.endpoints.operations.map(({ name }) => [name.text, name.span]));
  const found: ModuleCheck = checkModule({ plan, places, file: basename(path), module: source });
  const problems = inOrder(document.problems, found.document);
  return { document: { ...document, problems }, source, problems: inOrder(found.module), model: found.model };
}

/** Prints the problems of a module as pictures on standard error. */
export function printModule({ source, problems }: WithModule, terminal: Terminal): void {
  if (source === undefined) return;
  for (const problem of problems) terminal.err(terminalOf(source, problem, terminal.colours.err));
}

/** The hooks of a module in words, each with its operation: none is to be invisible. */
export function hooksIn(model: ModuleModel | undefined): readonly string[] {
  if (model === undefined) return [];
  return [
    ...model.before.map(({ value }) => `before ${value}`),
    ...model.after.map(({ value }) => `after ${value}`),
    ...model.computed.map(({ value }) => `computed ${value}`),
  ];
}

let known = false;

/** Modules beside documents import `nonet`: whatever is installed near them, they get this program's own. */
function resolveNonet(): void {
  if (known) return;
  known = true;
  const own = new URL(`../index${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'nonet' ? { url: own, shortCircuit: true } : next(specifier, context),
  });
}

/** Runs the module beside a document and gives what it gave to `implement`; undefined where there is none. */
export async function loadModule(file: string, plan: Plan, loaded: WithModule): Promise<unknown> {
  if (loaded.model === undefined) return undefined;
  const path = moduleFile(file);
  resolveNonet();
  // Each reading is a module of its own, so that a changed one is run anew.
  const url = `${pathToFileURL(resolve(path)).href}?${statSync(path).mtimeMs}`;
  let module: { readonly default?: unknown };
  try {
    module = (await import(url)) as { readonly default?: unknown };
  } catch (error) {
    throw new CommandFailure(`${path} cannot be run: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    handlersOf(plan, module.default);
  } catch (error) {
    if (!(error instanceof HandlersError)) throw error;
    throw new CommandFailure(`${path} does not fit ${file}:\n${error.wrong.map((one) => `  ${one}`).join('\n')}`);
  }
  return module.default;
}
