import { basename } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../../diagnostics/list.ts';
import { formatDiagnostics } from '../../diagnostics/terminal.ts';
import { checkModule, type ModuleCheck } from '../../module/check.ts';
import type { ModuleModel } from '../../module/read.ts';
import { findModuleFile, getModuleFile } from '../../operator/files/module-files.ts';
import { buildPlan, type Document } from '../../parts/index.ts';
import { createOperationNames } from '../../parts/resolve/operation-names.ts';
import { describeReturnedForm } from '../../plan/bodies/returned.ts';
import { isCustomHandler } from '../../plan/handler-rules.ts';
import { createSource, getLineNumber, type Source } from '../../text/location.ts';
import { listErrors } from '../shared/document.ts';
import { readText } from '../shared/read-text.ts';
import type { Terminal } from '../shared/terminal.ts';
import { findSyntaxFault } from './module/syntax.ts';

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
  const source = path === undefined ? undefined : createSource(path, readText(path));
  // Building a plan costs more than the rest of check: build it only if there is a module to compare.
  if (source === undefined && !createOperationNames(document.service).hasHandlers) {
    return { document, source, diagnostics: [], model: undefined };
  }
  const plan = buildPlan(document.service);
  const places = new Map(document.service.endpoints.operations.map(({ name }) => [name.text, name.span]));
  const found: ModuleCheck = checkModule({
    plan,
    places,
    file: basename(getModuleFile(document.source.name)),
    module: source,
    fault,
  });
  const diagnostics = sortDiagnostics(document.diagnostics, found.document);
  const returns = new Map(
    plan.operations.flatMap((operation) => {
      const form = isCustomHandler(operation) ? describeReturnedForm(operation) : undefined;
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
export function printModule(
  { source, diagnostics }: WithModule,
  terminal: Terminal,
  stream: 'out' | 'err' = 'err',
): void {
  if (source === undefined) return;
  for (const diagnostic of diagnostics)
    terminal[stream]({
      drawing: formatDiagnostics(source, diagnostic, { colours: terminal.colours[stream], columns: terminal.columns }),
    });
}

/** A function of the module and its location. `of` is an operation, or a computed field that depends on the caller. */
export interface CodePiece {
  readonly kind: 'handler' | 'before' | 'within' | 'after' | 'computed';
  readonly of: string;
  readonly file: string;
  readonly line: number;
  /** The return value of a handler, if it differs from its Response. */
  readonly returns?: string;
}

/** Returns every function of a module with its location, handlers first. */
export function listModuleCode({ model, source, returns }: Omit<WithModule, 'document'>): readonly CodePiece[] {
  if (model === undefined || source === undefined) return [];
  const { handlers: handler, before, within, after, computed } = model;
  const kinds = { handler, before, within, after, computed };
  return (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) =>
    kinds[kind].map(({ value, span }) => {
      const form = kind === 'handler' ? returns?.get(value) : undefined;
      const piece = { kind, of: value, file: source.name, line: getLineNumber(source, span) };
      return form === undefined ? piece : { ...piece, returns: form };
    }),
  );
}
