import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Syntax } from '../../../expression/parse/syntax.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { readsCaller, readsOwnRecord, readsRecord } from '../../../plan/records/about-caller.ts';
import { getLineNumber, slice } from '../../../text/location.ts';
import { isNotShown } from '../../not-shown.ts';
import { getWhere } from '../../resolve/callers/tenant.ts';
import { parseOnce } from '../../resolve/expressions.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Points out constant row rules, and row rules that open every record to some callers in one side of an `or`. */
export function checkRowRules(service: Service, operations: readonly OperationPlan[], report: Report): void {
  const rules = new Map<number, { readonly rule: Expression; readonly of: string | undefined }>();
  for (const { access, resource } of operations) {
    for (const { line, where } of access.grants)
      if (where !== undefined && where !== 'disabled' && !rules.has(line))
        rules.set(line, { rule: where, of: resource });
  }
  for (const row of service.authentication.scopes) {
    const { name, allows, where, span } = row;
    const { rule, of } = rules.get(getLineNumber(service.source, span)) ?? {};
    const whole = getWhere(row, of);
    if (rule === undefined || where === undefined || whole === undefined || isNotShown(where) || isNotShown(whole))
      continue;
    if (isConstant(rule)) {
      report(diagnostics['constant-where'](where.span, where.text));
      continue;
    }
    const { ast } = parseOnce(whole);
    const side = ast === undefined ? undefined : findCallerSide(rule, ast);
    if (side === undefined) continue;
    const text = slice(service.source, side.syntax.span);
    const listed = isNotShown(allows) ? '' : allows.map(({ value }) => value).join(', ');
    const added = side.isWhole ? `| ${name.value} | ${listed} | \`${text}\` |` : undefined;
    report(diagnostics['opens-every-record'](side.syntax.span, text, added));
  }
}

/** Whether a condition reads nothing: no field, no caller, no time and no other record. */
function isConstant(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return true;
  const { op } = node as { readonly op?: string };
  return op !== 'path' && op !== 'question' && Object.values(node).every(isConstant);
}

interface CallerSide {
  readonly syntax: Syntax;
  /** Whether nothing else must hold. */
  readonly isWhole: boolean;
}

/**
 * Finds the side of an `or` that reads the caller and no field of the record, so that it opens every record to some callers. A part that
 * `and` joins to the `or` must not read the record either.
 */
function findCallerSide(node: Expression, syntax: Syntax): CallerSide | undefined {
  if (node.op !== 'binary' || syntax.kind !== 'binary' || !readsRecord(node)) return undefined;
  const sides = [
    { node: node.left, syntax: syntax.left, other: node.right },
    { node: node.right, syntax: syntax.right, other: node.left },
  ];
  if (node.operator === '||') {
    const own = sides.find((side) => readsCaller(side.node) && !readsOwnRecord(side.node));
    if (own !== undefined && sides.some((side) => readsOwnRecord(side.node)))
      return { syntax: own.syntax, isWhole: true };
  }
  if (node.operator !== '&&' && node.operator !== '||') return undefined;
  const inside = sides.filter(({ other }) => node.operator === '||' || !readsOwnRecord(other));
  for (const side of inside) {
    const found = findCallerSide(side.node, side.syntax);
    if (found !== undefined) return { ...found, isWhole: found.isWhole && node.operator === '||' };
  }
  return undefined;
}
