import type { Document } from '../parts/index.ts';
import type { Span } from '../text/location.ts';
import { describeCallers } from './callers.ts';
import { withCalledSteps } from './code/calls.ts';
import type { ModuleText } from './code/module-text.ts';
import { findPlan } from './explanation.ts';

/** A line that an editor shows above a row, with its command. */
export interface Lens {
  readonly span: Span;
  readonly title: string;
  readonly command?: {
    readonly name: 'nonet.callers' | 'nonet.explain' | 'nonet.try';
    /** The method and path of the operation. */
    readonly request: string;
  };
}

/** Lists the lines above resources and operations: what uses them, and what can be done. */
export function listLenses(document: Document, module?: ModuleText): readonly Lens[] {
  const { service } = document;
  const { operations } = service.endpoints;
  const resources = service.resources.resources.map(({ name }): Lens => {
    const count = operations.filter((operation) => operation.name.resource?.value === name.value).length;
    return { span: name.span, title: `${formatCount(count, 'operation')}` };
  });
  const plan = findPlan(document);
  if (plan === undefined) return resources;
  const byName = new Map(withCalledSteps(plan, module).map((operation) => [operation.name, operation]));
  const ofOperations = operations.flatMap(({ name, span }): Lens[] => {
    const operation = byName.get(name.text);
    if (operation === undefined) return [];
    const request = `${operation.method} ${operation.path}`;
    const refusals = new Set(
      operation.steps.flatMap(({ refusals: all = [] }) => all.map(({ condition, code }) => code ?? condition)),
    );
    return [
      { span, title: describeCallers(operation), command: { name: 'nonet.callers', request } },
      { span, title: formatCount(refusals.size, 'error'), command: { name: 'nonet.explain', request } },
      { span, title: 'try it', command: { name: 'nonet.try', request } },
    ];
  });
  return [...resources, ...ofOperations];
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
