import type { AgentView, OperationTool, ToolResult } from '../../../describe/tools/index.ts';
import { createToolResult, readOnly } from '../../../describe/tools/tool.ts';
import { formatDiagnosticJson } from '../../../diagnostics/json.ts';
import { formatReportJson } from '../../../diff/json.ts';
import { explainOperation, findPlan } from '../../../language-service/explanation.ts';
import { languageText } from '../../../language-service/language-text.generated.ts';
import { searchWords } from '../../../language-service/texts.ts';
import { format } from '../../../markdown/write.ts';
import { countGaps, createLedger } from '../../../parts/gaps.ts';
import { type Document, readDocument } from '../../../parts/index.ts';
import { createSource } from '../../../text/location.ts';
import { createReport } from '../../document/compare/comparing.ts';
import { explainWrongArguments } from './arguments.ts';
import { explainWrongDocument, givenDocument, readGiven } from './given.ts';
import { describeTryTool } from './try.ts';

type Arguments = Readonly<Record<string, unknown>>;

const given = { type: 'object', properties: givenDocument, additionalProperties: false };

const instructions = `A service is one Markdown document in nine parts. Read nonet_language before you write one.
After each change call nonet_check and fix every error: each diagnostic has a note and often the edit that fixes it.
Never invent what the author did not say: record it as "not shown". nonet_gaps lists what is open.
Call nonet_try to send requests to the service in memory, and nonet_compare before you change a published document.`;

/** Describes the tools for an assistant that writes documents: check, look up, explain, compare and try. */
export function describeAuthorTools(version: string): AgentView {
  return {
    name: 'nonet-author',
    version,
    instructions,
    tools: [...questions, compareTool, describeTryTool()].map(withCheck),
  };
}

/** Tools refuse arguments that do not fit their schema, and a document that is given twice. */
function withCheck(tool: OperationTool): OperationTool {
  return {
    ...tool,
    explainWrong: (args) => {
      const { old, new: now } = args as Arguments;
      const wrong = explainWrongArguments(tool.inputSchema, args);
      return wrong ?? [args, old, now].map(explainWrongDocument).find((why) => why !== undefined);
    },
  };
}

const questions: readonly OperationTool[] = [
  createTool('nonet_language', 'Read the language', 'Returns the complete document language with an example.', {}, () =>
    createToolResult({ language: languageText }),
  ),
  createTool(
    'nonet_look_up',
    'Look up a word',
    'Explains a column, line or word of the language, such as `on delete` or `Kept for`.',
    { term: { type: 'string' } },
    ({ term }) => {
      const found = searchWords(String(term));
      return createToolResult(
        found.length === 0 ? { error: `The language has no word like ${term}.` } : { found },
        found.length === 0,
      );
    },
  ),
  createDocumentTool(
    'nonet_check',
    'Check a document',
    'Lists errors and warnings, each with its place and fix.',
    (document) => {
      const diagnostics = document.diagnostics.map((diagnostic) => {
        const { file: _, ...json } = formatDiagnosticJson(document.source, diagnostic);
        return json;
      });
      return {
        errors: diagnostics.filter(({ severity }) => severity === 'error').length,
        diagnostics,
        gaps: countGaps(ledgerOf(document)),
      };
    },
  ),
  createDocumentTool(
    'nonet_gaps',
    'List gaps',
    'Lists what the document states and what it leaves open.',
    (document) => ({ ...ledgerOf(document) }),
  ),
  createDocumentTool(
    'nonet_format',
    'Format a document',
    'Returns the text as `nonet fmt` writes it. Writes no file.',
    (document) => ({
      text: format(document.content),
    }),
  ),
  createDocumentTool(
    'nonet_explain_operation',
    'Explain an operation',
    'Lists the steps of an operation, each with its line and errors. Without an operation it lists their names.',
    (document, { operation: name }) => {
      const plan = findPlan(document);
      if (plan === undefined) return undefined;
      const operation = plan.operations.find((candidate) => candidate.name === name);
      const operations = plan.operations.map((candidate) => candidate.name);
      return operation === undefined ? { operations } : { steps: explainOperation(plan, operation) };
    },
    { operation: { type: 'string', description: 'The name of an operation, such as create Invoice' } },
  ),
];

const compareTool = createTool(
  'nonet_compare',
  'Compare two documents',
  'Lists each change from the old to the new document, the clients that it breaks, and the missing rows of Changes.',
  { old: given, new: given },
  ({ old, new: now }) => {
    const documents = [openGiven(old as Arguments), openGiven(now as Arguments)] as const;
    const wrong = documents.findIndex((document) => findPlan(document) === undefined);
    if (wrong !== -1)
      return createToolResult(
        { error: `The ${wrong === 0 ? 'old' : 'new'} document has errors: call nonet_check.` },
        true,
      );
    return createToolResult({ ...formatReportJson(createReport(...documents)) });
  },
);

function ledgerOf({ service, gaps }: Document) {
  return createLedger(service, gaps);
}

/** Creates a tool about one document, given as a file or a text. A document with errors has no plan: the tool then says so. */
function createDocumentTool(
  name: string,
  title: string,
  description: string,
  answer: (document: Document, args: Arguments) => Arguments | undefined,
  more: Arguments = {},
): OperationTool {
  return createTool(
    name,
    title,
    description,
    { ...givenDocument, ...more },
    (args) => {
      const found = answer(openGiven(args), args);
      return found === undefined
        ? createToolResult({ error: 'The document has errors: call nonet_check.' }, true)
        : createToolResult(found);
    },
    [],
  );
}

function createTool(
  name: string,
  title: string,
  description: string,
  properties: Arguments,
  answer: (args: Arguments) => ToolResult,
  required: readonly string[] = Object.keys(properties),
): OperationTool {
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false } as OperationTool['inputSchema'],
    annotations: readOnly,
    async call(args) {
      try {
        return answer(args);
      } catch (error) {
        return createToolResult({ error: (error as Error).message }, true);
      }
    },
  };
}

/** Reads the document of a tool's arguments. */
function openGiven(args: Arguments): Document {
  return readDocument(createSource(typeof args.text === 'string' ? 'document.md' : String(args.file), readGiven(args)));
}
