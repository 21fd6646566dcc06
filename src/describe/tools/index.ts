import type { WholePlan } from '../../plan/whole.ts';
import { describeOperationTools, type OperationTool } from './operations.ts';
import { describeActionsTool, describeExplainTool, describeGapsTool } from './service.ts';

export type { OperationTool } from './operations.ts';
export type { SendToolRequest, ToolRequest, ToolResponse, ToolResult } from './tool.ts';

/** The tools with which an agent uses a service, and the words that introduce it. */
export interface AgentView {
  readonly name: string;
  readonly version: string;
  /** Markdown. */
  readonly instructions: string;
  readonly tools: readonly OperationTool[];
}

/** Describes a service to agents: each operation as a tool, and what may be asked about the service itself. */
export function describeTools(plan: WholePlan): AgentView {
  const operations = describeOperationTools(plan);
  const actions = describeActionsTool(plan, operations);
  return {
    name: plan.name,
    version: plan.version?.name ?? '1',
    instructions: [
      `${plan.name}: ${plan.summary}`.replace(/: $/, ''),
      'Each tool is one operation; the service checks the caller’s credential, scopes, limits and states, and its errors are final.',
      actions === undefined
        ? ''
        : 'Ask `nonet_actions` before you change a record: it lists what the record’s state allows now.',
      plan.gaps.length === 0 ? '' : 'The document leaves things open: `nonet_gaps` lists them.',
    ]
      .filter((paragraph) => paragraph !== '')
      .join('\n\n'),
    tools: [
      ...operations,
      ...(actions === undefined ? [] : [actions]),
      describeExplainTool(plan),
      describeGapsTool(plan),
    ],
  };
}
