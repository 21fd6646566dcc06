import { needsHandler } from '../../plan/handler-rules.ts';
import type { Plan } from '../../plan/plan.ts';
import { escapeLine } from '../hidden.ts';
import { toTypesName } from './index.ts';
import { formatPropertyKey } from './values.ts';

/** The beginning of the module of a document. */
export interface ModuleStart {
  readonly text: string;
  /** How many handlers it has; each is `unwritten`. */
  readonly handlers: number;
}

/**
 * Writes the beginning of a document's module: `unwritten` for each operation that needs a handler, below its method and path. `types`
 * is the file of `nonet generate types` as the module imports it.
 */
export function describeModule(plan: Plan, types: string): ModuleStart {
  const coded = plan.operations.filter(needsHandler);
  const name = toTypesName(plan);
  const members = coded.flatMap(({ name: operation, method, path }) => [
    `  // ${escapeLine(`${method} ${path}`)}`,
    `  ${formatPropertyKey(operation)}: unwritten,`,
  ]);
  const lines = [
    "import { implement, unwritten } from 'nonet';",
    `import type { ${name} } from ${JSON.stringify(types).replace(/^"(.*)"$/, "'$1'")};`,
    '',
    `export default implement<${name}>()({`,
    ...members,
    '});',
  ];
  return { text: `${lines.join('\n')}\n`, handlers: coded.length };
}
