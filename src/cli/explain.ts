import type { Command } from 'commander';
import type { OperationPlan, StepPlan } from '../plan/operation.ts';
import { stepOrder, transaction } from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import { nearest } from '../text/nearest.ts';
import { openDocument, planOrProblems } from './document.ts';
import { type CodePiece, codeIn, withModule } from './module.ts';
import { CommandFailure, type Terminal } from './terminal.ts';

/** `nonet explain FILE 'POST /invoices'` */
export function addExplain(program: Command, terminal: Terminal): void {
  program
    .command('explain')
    .description('Print everything that will happen to a request, step by step, with the line behind each step.')
    .argument('<file>', 'a document')
    .argument('<request>', "a method and a path, such as 'POST /invoices' or 'GET /invoices/{id}'")
    .option('--json', 'print the steps as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet explain invoices.md 'POST /invoices'
  $ nonet explain invoices.md 'PATCH /invoices/inv_01h455vb4pex5vsknk084sn02q'`,
    )
    .action((file: string, request: string, options: { json?: true }) => {
      const document = openDocument(file);
      const plan = planOrProblems(document, terminal);
      if (plan === undefined) return;
      const operation = find(plan, request);
      const code = codeOf(codeIn(withModule(document)), operation);
      if (options.json) {
        terminal.out(JSON.stringify({ operation: operation.name, steps: operation.steps, code }, null, 2));
        return;
      }
      for (const line of explanation(file, operation)) terminal.out(line);
      if (code.length === 0) return;
      terminal.out('   code beside the document:');
      for (const { kind, of, file: at, line } of code) terminal.out(`     ${does[kind](of)}  ${at}:${line}`);
    });
}

const does: Readonly<Record<CodePiece['kind'], (of: string) => string>> = {
  handler: () => 'the handler, inside the transaction',
  before: () => 'the hook before the transaction',
  after: () => 'the hook after the commit',
  computed: (of) => `gives ${of} for all records of the answer`,
};

/** The code that runs for an operation: its handler, its hooks, and the members that its answer may show. */
function codeOf(pieces: readonly CodePiece[], { name, resource }: OperationPlan): readonly CodePiece[] {
  return pieces.filter(({ kind, of }) => (kind === 'computed' ? of.split('.')[0] === resource : of === name));
}

function find(plan: Plan, request: string): OperationPlan {
  const [, method, path] = /^\s*(\S+)\s+(\/\S*)\s*$/.exec(request) ?? [];
  if (method === undefined || path === undefined) {
    throw new CommandFailure(`"${request}" is no request. Write a method and a path: 'POST /invoices'.`);
  }
  const bare = path.replace(/[?#].*$/, '');
  const fitting = plan.operations.filter((operation) => leadsTo(operation, bare));
  const found = best(fitting.filter((operation) => operation.method === method.toUpperCase()));
  if (found !== undefined) return found;
  if (fitting.length > 0) {
    const methods = fitting.map((operation) => operation.method).join(', ');
    throw new CommandFailure(`${bare} has no ${method.toUpperCase()}. Its methods are ${methods}.`);
  }
  const meant = nearest(bare, new Set(plan.operations.map((operation) => operation.path)));
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw new CommandFailure(`No operation of this document has the path ${bare}.${hint}`);
}

function leadsTo(operation: OperationPlan, path: string): boolean {
  if (operation.path === path) return true;
  const parts = path.slice(1).split('/');
  return (
    parts.length === operation.segments.length &&
    operation.segments.every((segment, index) =>
      segment.kind === 'fixed' ? segment.text === parts[index] : parts[index] !== '',
    )
  );
}

/** Fixed segments win over placeholders. */
function best(operations: readonly OperationPlan[]): OperationPlan | undefined {
  const fixed = (operation: OperationPlan): number =>
    operation.segments.filter((segment) => segment.kind === 'fixed').length;
  return operations.toSorted((left, right) => fixed(right) - fixed(left))[0];
}

function explanation(file: string, operation: OperationPlan): string[] {
  const lines = [`${operation.method} ${operation.path}: ${operation.name} (${file}:${operation.line})`, ''];
  const from = stepOrder.indexOf(transaction.from);
  const to = stepOrder.indexOf(transaction.to);
  const writes = !['read', 'list'].includes(operation.kind);
  const inside = (step: StepPlan): boolean =>
    writes && stepOrder.indexOf(step.step) >= from && stepOrder.indexOf(step.step) <= to;
  const numbered = String(operation.steps.length).length;
  let before = false;
  operation.steps.forEach((step, index) => {
    if (inside(step) !== before) lines.push(inside(step) ? '   in one transaction:' : '   after the commit:');
    before = inside(step);
    const where = step.line === undefined ? '' : `  ${file}:${step.line}`;
    lines.push(`${String(index + 1).padStart(numbered + 2)}. ${step.words}${where}`);
  });
  return lines;
}
