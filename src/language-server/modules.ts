import { type ModuleText, readModuleText } from '../language-service/code/module-text.ts';
import { findPlan } from '../language-service/explanation.ts';
import { checkModule, type ModuleCheck } from '../module/check.ts';
import type { Document } from '../parts/index.ts';
import { createSource, type Source } from '../text/location.ts';
import { listModuleUris, type Workspace } from './workspace.ts';

/** The module of a document, as the editor has it open or as it is stored. */
export interface OpenModule {
  readonly uri: string;
  readonly source: Source;
  /** The module as searches read it; absent if it has a syntax error. */
  readonly text?: ModuleText;
}

/** Finds the modules of documents, and reads each text once. */
export interface Modules {
  find(document: string): OpenModule | undefined;
  /** Checks that a document and its module match. A document with errors is not compared. */
  check(uri: string, document: Document): ModuleCheck;
}

/** Creates the search for modules. `readText` returns a text that the editor has open, or a stored one. */
export function createModules(readText: (uri: string) => string | undefined, fault: Workspace['findFault']): Modules {
  const known = new Map<string, OpenModule>();
  const find = (document: string): OpenModule | undefined => {
    for (const uri of listModuleUris(document)) {
      const text = readText(uri);
      if (text === undefined) continue;
      const before = known.get(uri);
      if (before?.source.text === text) return before;
      const source = createSource(uri, text);
      const read = readModuleText(source);
      const module = { uri, source, ...(read === undefined ? {} : { text: read }) };
      known.set(uri, module);
      return module;
    }
    return undefined;
  };
  return {
    find,
    check(uri, document) {
      const module = find(uri);
      const needsPlan = module !== undefined || document.service.endpoints.operations.some(({ name }) => name.code);
      const plan = needsPlan ? findPlan(document) : undefined;
      if (plan === undefined) return { document: [], module: [], model: undefined };
      const places = new Map(document.service.endpoints.operations.map(({ name }) => [name.text, name.span]));
      const file = decodeURIComponent((module?.uri ?? listModuleUris(uri)[0]!).replace(/^.*\//, ''));
      return checkModule({ plan, places, file, module: module?.source, fault });
    },
  };
}
