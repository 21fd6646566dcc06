import type { WholePlan } from '../../plan/whole.ts';
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
