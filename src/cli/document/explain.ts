import type { Command } from 'commander';
import { describeRefusals } from '../../language-service/explanation.ts';
import { CommandError } from '../../operator/command-error.ts';
import { buildVersionPlan } from '../../parts/index.ts';
import { listTenantConditions } from '../../parts/resolve/callers/tenant.ts';
import type { Service } from '../../parts/service.ts';
import { planSteps } from '../../parts/steps.ts';
import { type HookStep, insertHookSteps } from '../../plan/hooks/hook-steps.ts';
import { listHookNames } from '../../plan/hooks/hooked-changes.ts';
import { mayChangeRecords } from '../../plan/kinds.ts';
import type { OperationPlan, StepPlan } from '../../plan/operation.ts';
import { resolvePhase } from '../../plan/order.ts';
import type { Plan } from '../../plan/plan.ts';
import { buildVersionPrefix } from '../../plan/version/path.ts';
import type { VersionOperationPlan } from '../../plan/version.ts';
import { enumerate } from '../../text/enumerate.ts';
import { findNamed } from '../../text/find-named.ts';
import { getLineNumber } from '../../text/location.ts';
import { createUnknownVersionError, openDocument, planOrDiagnostics } from '../shared/document.ts';
import { findOperation } from '../shared/find-operation.ts';
import type { Terminal } from '../shared/terminal.ts';
import { type CodePiece, listModuleCode, withModule } from './module.ts';

/** `nonet explain FILE 'POST /invoices'` */
export function addExplain(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'a document')
    .argument('<request...>', "a method and a path, or an operation: 'POST /invoices', 'create Invoice'")
    .option('--json', 'print the steps as JSON')
    .option('--api-version <version>', 'explain the request as a client of an older version sends it')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet explain invoices.md 'POST /invoices'
  $ nonet explain invoices.md 'create Invoice'
  $ nonet explain invoices.md 'PATCH /invoices/inv_01h455vb4pex5vsknk084sn02q'
  $ nonet explain invoices.md 'POST /invoices/{id}/cancel' --api-version 2026-06-01`,
    )
    .action((file: string, request: readonly string[], options: { json?: true; apiVersion?: string }) => {
      const document = openDocument(file);
      const plan = planOrDiagnostics(document, terminal);
      if (plan === undefined) return;
      const { at, request: asked } = readVersion(plan, request.join(' '), options.apiVersion);
      const version = at === undefined ? undefined : buildVersionPlan(document.service, at);
      if (at !== undefined && version === undefined) throw createUnknownVersionError(document, at);
      const requested = findOperation(version?.interface.operations ?? plan.operations, asked);
      const stated = at === undefined ? (requested as OperationPlan) : findOperationAtVersion(plan, requested, at);
      const code = findOperationCode(listModuleCode(withModule(document)), stated);
      const operation = { ...stated, steps: addHooks(stated, code) };
      if (options.json) {
        terminal.out({ json: JSON.stringify({ operation: operation.name, steps: operation.steps, code }, null, 2) });
        return;
      }
      for (const line of explainOperation(file, plan, operation, at)) terminal.out(line);
      const tenant = explainTenant(file, document.service, operation);
      if (tenant !== undefined) terminal.out(tenant);
      if (code.length === 0) return;
      terminal.out('   code in the module:');
      for (const { kind, of, file: at, line, returns } of code) {
        const form = returns === undefined ? '' : `, returns ${returns}`;
        terminal.out(`     ${does[kind](of)}${form}  ${at}:${line}`);
      }
    });
}

/**
 * Takes the version out of the path of a request, as the service does where versions are placed in paths. The version is that of the
 * path; without one it is that of the option. Throws a `CommandError` where the two differ.
 */
function readVersion(
  plan: Plan,
  request: string,
  option: string | undefined,
): { readonly at: string | undefined; readonly request: string } {
  const [, head = '', path = ''] = /^(\s*\S+\s+)(\/\S*)\s*$/.exec(request) ?? [];
  for (const { name } of plan.versioning.versions) {
    const prefix = buildVersionPrefix(plan, name);
    if (prefix === undefined || !new RegExp(`^${RegExp.escape(prefix)}(?=[/?#]|$)`).test(path)) continue;
    if (option !== undefined && option !== name)
      throw new CommandError(`The path names version ${name}, and --api-version ${option}. State one of them.`);
    const isNewest = plan.versioning.versions[0]!.name === name && option === undefined;
    return { at: isNewest ? undefined : name, request: `${head}${path.slice(prefix.length) || '/'}` };
  }
  return { at: option, request };
}

const does: Readonly<Record<CodePiece['kind'], (of: string) => string>> = {
  handler: () => 'handler, in the transaction',
  before: () => 'hook before the transaction',
  within: () => 'hook in the transaction',
  after: () => 'hook after the commit',
  computed: (of) => `computes ${of} for all records of the response`,
};

/** Returns the code that runs for an operation: its handler, its hooks, and the computed fields of its responses. */
function findOperationCode(pieces: readonly CodePiece[], operation: OperationPlan): readonly CodePiece[] {
  const { name, resource, creation } = operation;
  const hooks = new Set([operation, ...(creation === undefined ? [] : [creation])].flatMap(listHookNames));
  return pieces.filter(({ kind, of }) => {
    if (kind === 'computed') return of.split('.')[0] === resource;
    return kind === 'within' ? hooks.has(of) : of === name;
  });
}

/** A step, and the file of its line where that is not the document. */
type ExplainedStep = StepPlan & { readonly file?: string };

/** Returns the steps of an operation with the hooks inside its transaction. */
function addHooks(operation: OperationPlan, code: readonly CodePiece[]): readonly ExplainedStep[] {
  const hooks = code.filter(({ kind }) => kind === 'within');
  if (hooks.length === 0) return operation.steps;
  const listSteps = (of: OperationPlan): readonly HookStep[] => {
    const names = listHookNames(of);
    return names.flatMap((name) =>
      hooks
        .filter((hook) => hook.of === name)
        .map(({ file, line }) => ({ words: `run the hook within ${name}`, file, line })),
    );
  };
  const { creation } = operation;
  return insertHookSteps(operation, listSteps(operation), creation && listSteps(creation));
}

/** Returns the current operation with the method and path of an older version, and the steps that upgrade its requests. */
function findOperationAtVersion(plan: Plan, older: VersionOperationPlan, at: string): OperationPlan {
  const present = findNamed(plan.operations, older.name)!;
  const operation = { ...present, method: older.method, path: older.path };
  const resource = findNamed(plan.resources, present.resource);
  return { ...operation, steps: planSteps({ plan, operation, resource, older: { operation: older, version: at } }) };
}

/** Explains the line Tenant, from which steps of an operation follow. */
function explainTenant(file: string, service: Service, { resource, kind, access }: OperationPlan): string | undefined {
  const { tenant } = service.authentication;
  const all = listTenantConditions(service);
  const added = [...new Set(all.values())].filter((condition) =>
    access.grants.some(({ words }) => words?.includes(condition)),
  );
  if (tenant === undefined || added.length === 0) return undefined;
  const { value, span } = tenant;
  const isAssigned = kind === 'create' && all.get(resource ?? '')?.startsWith(`${value} `) === true;
  const assigns = isAssigned ? ` and sets ${value} to caller.${value}` : '';
  const conditions = added.map((condition) => `\`${condition}\``).join(' and ');
  return `   the line Tenant adds ${conditions} to Where${assigns}  ${file}:${getLineNumber(service.source, span)}`;
}

function explainOperation(
  file: string,
  plan: Plan,
  operation: Omit<OperationPlan, 'steps'> & { readonly steps: readonly ExplainedStep[] },
  at: string | undefined,
): string[] {
  const answer = describeRefusals(plan.errors);
  const { method, path, name, line } = operation;
  const version = at === undefined ? '' : ` in version ${at}`;
  const lines = [`${method} ${path}: ${name}${version} (${file}:${line})`, ''];
  const writes = mayChangeRecords(operation);
  const inside = ({ step, creates }: StepPlan): boolean =>
    writes && (creates === true || resolvePhase(step) === 'inside');
  const numbered = String(operation.steps.length).length;
  let before = false;
  let created = false;
  operation.steps.forEach((step, index) => {
    const creates = step.creates === true;
    if (inside(step) !== before) lines.push(inside(step) ? '   in one transaction:' : '   after the commit:');
    else if (creates !== created) lines.push(creates ? '   or, if there is no such record:' : '   in both cases:');
    before = inside(step);
    created = creates;
    const where = step.line === undefined ? '' : `  ${step.file ?? file}:${step.line}`;
    lines.push(`${String(index + 1).padStart(numbered + 2)}. ${step.words}${where}`);
    const refused = (step.refusals ?? []).map(answer);
    if (refused.length > 0) lines.push(`${' '.repeat(numbered + 4)}else ${enumerate([...new Set(refused)], 'or')}`);
  });
  return lines;
}
