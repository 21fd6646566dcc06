import { findsRecord } from '../../plan/handler-rules.ts';
import { listBindingTransitions } from '../../plan/kinds.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { ResourcePlan, StateMachinePlan, TransitionPlan } from '../../plan/resource.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { toPlaceholderName } from '../wire/parameters.ts';
import type { OperationTool } from './operations.ts';
import { createToolResult, readOnly } from './tool.ts';

/** Creates the tool that explains, step by step, what happens to a request of an operation. */
export function describeExplainTool(plan: WholePlan): OperationTool {
  const names = plan.operations.map(({ name }) => name);
  return {
    name: 'nonet_explain',
    title: 'Explain an operation',
    description: 'Lists the steps of an operation in their order, with the errors and the document line of each.',
    inputSchema: {
      type: 'object',
      properties: { operation: { type: 'string', enum: names } },
      required: ['operation'],
      additionalProperties: false,
    },
    annotations: readOnly,
    async call({ operation: name }) {
      const operation = plan.operations.find((candidate) => candidate.name === name);
      if (operation === undefined) {
        return createToolResult({ error: `operation must be one of ${names.join(', ')}` }, true);
      }
      const statuses = new Map(plan.errors.codes.map(({ code, status }) => [code, status]));
      const steps = operation.steps.map(({ words, refusals = [], line }) => ({
        step: words,
        ...(refusals.length === 0
          ? {}
          : {
              errors: refusals.map(({ condition, code }) =>
                code === undefined ? { condition } : { condition, code, status: statuses.get(code) },
              ),
            }),
        ...(line === undefined ? {} : { document_line: line }),
      }));
      const { method, path } = operation;
      return createToolResult({ operation: operation.name, method, path: `${plan.base.prefix}${path}`, steps });
    },
  };
}

/** Creates the tool that lists what the document does not state. */
export function describeGapsTool({ gaps, document }: WholePlan): OperationTool {
  return {
    name: 'nonet_gaps',
    title: 'List the gaps of the document',
    description: 'Lists what the document of the service does not state. Do not assume anything about these.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: readOnly,
    call: async () => createToolResult({ document: document.replace(/^.*[\\/]/, ''), gaps }),
  };
}

/** Creates the tool that says what may be done with a record in its present state; undefined if no record can be read. */
export function describeActionsTool(plan: WholePlan, tools: readonly OperationTool[]): OperationTool | undefined {
  const readable = plan.resources.flatMap((resource) => {
    const read = plan.operations.find(({ kind, resource: of }) => kind === 'read' && of === resource.name);
    const tool = read && tools.find(({ operation }) => operation === read.name);
    const placeholder = read?.segments.findLast((segment) => segment.kind === 'placeholder');
    if (read === undefined || tool === undefined || placeholder === undefined) return [];
    return [{ resource, read, tool, key: toPlaceholderName(placeholder.name) }];
  });
  if (readable.length === 0) return undefined;
  return {
    name: 'nonet_actions',
    title: 'Actions that a record allows now',
    description:
      'Reads a record and lists the operations that its present state allows, with the condition of each, the state to which it leads, and the operations that need another state.',
    inputSchema: {
      type: 'object',
      properties: {
        resource: { type: 'string', enum: readable.map(({ resource }) => resource.name) },
        id: { type: ['string', 'integer'], description: 'The identity of the record, as its path has it.' },
      },
      required: ['resource', 'id'],
      additionalProperties: false,
    },
    annotations: readOnly,
    async call({ resource: name, id }, send) {
      const found = readable.find(({ resource }) => resource.name === name);
      if (found === undefined) {
        const known = readable.map(({ resource }) => resource.name).join(', ');
        return createToolResult({ error: `resource must be one of ${known}` }, true);
      }
      const result = await found.tool.call({ [found.key]: id }, send);
      if (result.isError) return result;
      const record = result.value.body as Readonly<Record<string, unknown>>;
      return createToolResult({ record, ...listActions(plan, found.resource, found.read, record, tools) });
    },
  };
}

interface Actions {
  readonly states: Readonly<Record<string, unknown>>;
  readonly possible: readonly object[];
  readonly not_now: readonly object[];
}

function listActions(
  plan: WholePlan,
  resource: ResourcePlan,
  read: OperationPlan,
  record: Readonly<Record<string, unknown>>,
  tools: readonly OperationTool[],
): Actions {
  const states = new Map<string, unknown>();
  for (const { field } of resource.machines) {
    const member = field === undefined ? undefined : findMember(read, field);
    if (member !== undefined) states.set(field!, record[member]);
  }
  const possible: object[] = [];
  const later: object[] = [];
  for (const operation of plan.operations) {
    if (operation.resource !== resource.name || operation === read || !findsRecord(operation)) continue;
    const tool = tools.find((candidate) => candidate.operation === operation.name)?.name;
    if (tool === undefined) continue;
    const scopes = [...new Set(operation.access.grants.map(({ scope }) => scope))];
    const about = { tool, operation: operation.name, scopes };
    const rows = listRows(resource, operation);
    if (rows.length === 0) {
      possible.push(about);
      continue;
    }
    const open = rows.filter(({ machine, row }) => isOpen(machine, row, states));
    if (open.length > 0) possible.push({ ...about, ways: open.map(({ row }) => describeWay(row)) });
    else later.push({ ...about, needs_state: [...new Set(rows.flatMap(({ row }) => row.from))] });
  }
  return { states: Object.fromEntries(states), possible, not_now: later };
}

interface Row {
  readonly machine: StateMachinePlan;
  readonly row: TransitionPlan;
}

/** The rows of the transition tables that bind an operation. */
function listRows({ machines }: ResourcePlan, { kind, verb }: OperationPlan): readonly Row[] {
  const names = listBindingTransitions(verb ?? kind);
  return machines.flatMap((machine) =>
    machine.transitions.filter(({ name }) => names.includes(name)).map((row) => ({ machine, row })),
  );
}

function isOpen({ field }: StateMachinePlan, { from }: TransitionPlan, states: ReadonlyMap<string, unknown>): boolean {
  return field === undefined || !states.has(field) || from.includes(String(states.get(field)));
}

function describeWay({ to, guard, error, meaning, line }: TransitionPlan): object {
  return {
    ...(to.kind === 'state' ? { becomes: to.state } : {}),
    ...(guard === undefined || guard === 'disabled' ? {} : { if: guard.source ?? '' }),
    ...(error === undefined ? {} : { else: error }),
    ...(meaning === undefined ? {} : { meaning }),
    document_line: line,
  };
}

/** The member of a response that shows a field. */
function findMember({ responses }: OperationPlan, field: string): string | undefined {
  const shape: AnswerShape | undefined = responses.find((response) => response.shape !== undefined)?.shape;
  if (shape?.kind !== 'object') return undefined;
  return shape.members.find(({ shape: inner }) => inner.kind === 'field' && inner.path.join('.') === field)?.name;
}
