import type { WorkspaceEdit } from 'vscode-languageserver';
import { describeCallers } from '../language-service/callers.ts';
import { withCalledSteps } from '../language-service/code/calls.ts';
import { describeRefusals, explainOperation, findPlan } from '../language-service/explanation.ts';
import type { Document } from '../parts/index.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { addChangesCommand, createChangesEdit } from './changes-actions.ts';
import type { ServerContext } from './context.ts';
import type { Unavailable } from './workspace.ts';

/**
 * The commands of the server. The first argument is the URI of a document, the second one a request such as `POST /invoices`, or the rows
 * of Changes to add.
 */
export const commandNames = [
  'nonet.callers',
  'nonet.explain',
  'nonet.try',
  'nonet.compare',
  addChangesCommand,
] as const;

type CommandName = (typeof commandNames)[number];

/** A report that a command shows. */
interface Report {
  readonly name: string;
  readonly markdown: string;
}

/** The answer to a command: the report, for clients that show it themselves; whether the editor applied the edit; or why there is none. */
export type CommandResponse = { readonly markdown: string } | { readonly applied: boolean } | Unavailable;

/** Registers the commands of code lenses, and those about the last commit. */
export function registerCommands(context: ServerContext): void {
  const { connection, sdk, find } = context;
  const say = (type: number, message: string): void =>
    void connection.sendNotification('window/showMessage', { type, message });
  const show = async (report: Report | Unavailable): Promise<CommandResponse> => {
    if ('reason' in report) return report;
    if (context.showsDocuments) {
      const target = context.workspace.storeReport(report.name, report.markdown);
      await connection.sendRequest('window/showDocument', { uri: target, takeFocus: true });
    } else say(sdk.lsp.MessageType.Info, report.markdown);
    return { markdown: report.markdown };
  };
  const apply = async (edit: WorkspaceEdit | Unavailable | undefined): Promise<CommandResponse> => {
    if (edit === undefined) return { applied: false };
    if ('reason' in edit) return edit;
    const { applied } = await connection.workspace.applyEdit(edit);
    return { applied };
  };
  const run = async (command: CommandName, uri: string, about: string): Promise<CommandResponse> => {
    const document = find(uri);
    if (document === undefined) return { reason: 'This text is not a document of a service.' };
    const plan = findPlan(document);
    if (plan === undefined) return { reason: 'The document has errors. Correct them first.' };
    return command === addChangesCommand
      ? apply(await createChangesEdit(context, uri, document, about))
      : show(await createReport(context, command, { uri, document, plan, request: about }));
  };
  connection.onExecuteCommand(async ({ command, arguments: [uri, about] = [] }) => {
    if (!(commandNames as readonly string[]).includes(command))
      return new sdk.lsp.ResponseError(sdk.lsp.ErrorCodes.InvalidParams, `There is no command ${command}.`);
    const response = await run(command as CommandName, String(uri), String(about));
    if ('reason' in response) say(sdk.lsp.MessageType.Warning, response.reason);
    return response;
  });
}

interface Asked {
  readonly uri: string;
  readonly document: Document;
  readonly plan: Plan;
  readonly request: string;
}

async function createReport(
  { workspace, modules }: ServerContext,
  command: Exclude<CommandName, typeof addChangesCommand>,
  { uri, document, plan, request }: Asked,
): Promise<Report | Unavailable> {
  if (command === 'nonet.compare') {
    const compared = await workspace.compareWithCommit(uri, document);
    return 'reason' in compared ? compared : { name: 'compare.md', markdown: compared.report };
  }
  const operations = withCalledSteps(plan, modules.find(uri)?.text);
  const operation = operations.find(({ method, path }) => `${method} ${path}` === request);
  if (operation === undefined) return { reason: `The document has no operation ${request}.` };
  const name = `${command.replace('nonet.', '')}.md`;
  if (command === 'nonet.callers') return { name, markdown: formatCallers(operation) };
  if (command === 'nonet.explain') return { name, markdown: formatErrors(plan, operation) };
  const tried = await workspace.tryOperation(uri, document, operation.name);
  return typeof tried === 'string' ? { name, markdown: tried } : tried;
}

function formatCallers({ name, method, path, access }: OperationPlan): string {
  const rows = access.grants.map(({ scope, words, where, line }) => {
    const records = where === 'disabled' ? 'not shown: no caller' : words === undefined ? 'all' : `\`${words}\``;
    return `| ${scope} | ${records.replaceAll('|', '\\|')} | ${line} |`;
  });
  const table = rows.length === 0 ? [] : ['', '| Scope | Records | Line |', '| --- | --- | --- |', ...rows];
  return [`## ${method} ${path}`, '', `\`${name}\` is ${describeCallers({ access })}.`, ...table, ''].join('\n');
}

/** The errors that an operation can answer, and the steps in which it does. */
function formatErrors(plan: Plan, operation: OperationPlan): string {
  const describe = describeRefusals(plan.errors);
  const all = operation.steps.flatMap(({ refusals = [], line }) =>
    refusals.map((refusal) => ({ text: describe(refusal), condition: refusal.condition, line })),
  );
  const rows = [...Map.groupBy(all, ({ text }) => text)].map(([text, [first]]) => {
    const [status, ...name] = text.split(' ');
    return `| ${status} | ${name.join(' ')} | ${first!.condition} | ${first!.line ?? ''} |`;
  });
  const table = ['| Status | Error | Condition | Line |', '| --- | --- | --- | --- |', ...rows.sort()];
  const [, steps = ''] = explainOperation(plan, operation).split('\n\n');
  return [`## Errors of ${operation.method} ${operation.path}`, '', ...table, '', '## Steps', '', steps, ''].join('\n');
}
