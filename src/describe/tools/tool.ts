import type { JsonSchema } from '../../parts/registry.ts';

/** A tool of an agent: an operation of the service, or a question about it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema 2020-12 of the arguments: an object. */
  readonly inputSchema: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
}

/** A request that a tool sends to the service under the credential of its caller. */
export interface ToolRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The service's response to a tool's request. */
export interface ToolResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}

/** Sends a request of a tool. */
export type SendToolRequest = (request: ToolRequest) => Promise<ToolResponse>;

/** The result of a tool. */
export interface ToolResult {
  /** The result as JSON text. */
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The service rejected the request, or the arguments name nothing that exists. */
  readonly isError: boolean;
}

/** Annotations of a tool that changes nothing. */
export const readOnly: Tool['annotations'] = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Creates the result of a tool from a value. */
export function createToolResult(value: Readonly<Record<string, unknown>>, isError = false): ToolResult {
  return { text: JSON.stringify(value, null, 1), value, isError };
}
