import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mayCompute, mayHook, needsHandler } from '../plan/handler-rules.ts';
import { explainNoWithin, listHookedChanges } from '../plan/hooks/hooked-changes.ts';
import type { Plan } from '../plan/plan.ts';
import type { Name, Source, Span } from '../text/location.ts';
import { findNearest } from '../text/nearest.ts';
import { diagnostics } from './diagnostics.ts';
import { type ModuleModel, readModule } from './read.ts';

/** A document and the module next to it. */
export interface Beside {
  readonly plan: Plan;
  /** The place in the document of an operation, by its name. */
  readonly places: ReadonlyMap<string, Span>;
  /** The module's file as messages name it. */
  readonly file: string;
  readonly module: Source | undefined;
  /** Returns where and why Node cannot run a module. */
  fault(module: Source): { readonly span: Span; readonly why: string } | undefined;
}

/** The result: diagnostics located in the document, others located in the module, and the contents of the module. */
export interface ModuleCheck {
  readonly document: readonly Diagnostic[];
  readonly module: readonly Diagnostic[];
  readonly model: ModuleModel | undefined;
}

/** Checks that the module next to a document has a handler for each operation that needs one, and no key that names nothing. */
export function checkModule({ plan, places, file, module, fault }: Beside): ModuleCheck {
  const coded = plan.operations.filter(needsHandler).map(({ name }) => name);
  const placeOf = (name: string): Span => places.get(name) ?? { start: 0, end: 0 };
  if (module === undefined) {
    const missing = coded.slice(0, 1).map((first) => diagnostics['no-module'](placeOf(first), coded, file));
    return { document: missing, module: [], model: undefined };
  }
  // A file of this name that has nothing to do with the document is left alone.
  const own = coded.length > 0 || /\bimplement\b/.test(module.text);
  if (!own) return { document: [], module: [], model: undefined };
  const wrong = fault(module);
  if (wrong !== undefined)
    return { document: [], module: [diagnostics.syntax(wrong.span, wrong.why)], model: undefined };
  const { model, diagnostics: found } = readModule(module);
  if (model === undefined) return { document: [], module: found, model };
  const handled = new Set(model.handlers.map(({ value }) => value));
  const absent = coded.filter((name) => !handled.has(name));
  const unwritten = model.unwritten.map(({ value }) => value).filter((name) => coded.includes(name));
  return {
    document: [
      ...absent.map((name) => diagnostics['no-handler'](placeOf(name), name, file)),
      ...unwritten.slice(0, 1).map((first) => diagnostics.unwritten(placeOf(first), unwritten, file)),
    ],
    module: [...found, ...checkHandlers(model, coded), ...checkHooks(plan, model), ...checkComputedFields(plan, model)],
    model,
  };
}

function checkHandlers(model: ModuleModel, coded: readonly string[]): Diagnostic[] {
  const seen = new Set<string>();
  return model.handlers.flatMap(({ value, span }) => {
    if (!coded.includes(value)) return [diagnostics['no-operation'](span, value, findNearest(value, coded))];
    if (seen.has(value)) return [diagnostics['duplicate-handler'](span, value)];
    seen.add(value);
    return [];
  });
}

function checkHooks(plan: Plan, { before, within, after }: ModuleModel): Diagnostic[] {
  const { operations } = plan;
  const may = operations.filter(mayHook).map(({ name }) => name);
  const around = [...before, ...after].flatMap(({ value, span }: Name) => {
    if (may.includes(value)) return [];
    const reads = operations.some(({ name }) => name === value);
    const why = reads ? 'it only reads' : 'the document has no such operation';
    return [diagnostics['no-hook'](span, value, why, reads ? undefined : findNearest(value, may))];
  });
  const changes = listHookedChanges(plan);
  const inside = within.flatMap(({ value, span }: Name) => {
    if (changes.includes(value)) return [];
    const isKnown = operations.some(({ name }) => name === value);
    const near = isKnown ? undefined : findNearest(value, changes);
    return [diagnostics['no-hook'](span, value, explainNoWithin(plan, value), near)];
  });
  return [...around, ...inside];
}

function checkComputedFields({ resources }: Plan, model: ModuleModel): Diagnostic[] {
  const may = resources.flatMap((resource) =>
    resource.fields.filter(({ name }) => mayCompute(resource, name)).map(({ name }) => `${resource.name}.${name}`),
  );
  return model.computed.flatMap(({ value, span }) =>
    may.includes(value) ? [] : [diagnostics['no-member'](span, value, findNearest(value, may))],
  );
}
