import type { OperationData, ResourceData, RowData } from '../../model.ts';
import { joinWords, listShown, type Row, readField, toWords } from '../base/data.ts';
import { confirm, h, openDialog, say } from '../base/dom.ts';
import { computeGuard } from '../base/guard.ts';
import { createForm } from '../inputs/form.ts';
import { type Answer, createKeys, fillPath, formatProblem, send } from '../service/api.ts';
import { fillPlaceholders, getLabel, remember } from '../service/records.ts';
import { findRefusal, getCaller, getNow } from '../service/session.ts';

/** A record on which something is done, and what to do afterwards. */
export interface Target {
  readonly resource: ResourceData;
  readonly row: Row;
  readonly params: URLSearchParams;
  /** The tag of the record as it was read. */
  readonly tag?: string | undefined;
  done(value: unknown): void;
}

/** Lists the operations that change a record and are neither its update nor its deletion. */
export function listTransitions({ operations }: ResourceData): readonly OperationData[] {
  return operations.filter(
    ({ kind, method, placeholders, session, own }) =>
      method !== 'GET' &&
      (kind === 'transition' || kind === 'handler') &&
      own !== true &&
      session === undefined &&
      placeholders.some(({ of }) => of === 'own'),
  );
}

/** Says why an operation is not possible for a record now: its state, a guard, or the scopes of the user. Undefined: nothing known forbids it. */
export function findReason(operation: OperationData, resource: ResourceData, row: Row): string | undefined {
  const refusal = findRefusal(operation);
  if (refusal !== undefined) return refusal;
  const shown = listShown(resource);
  const known = { read: (field: string) => readField(row, field, shown), scopes: getCaller().scopes, now: getNow() };
  const fails = ({ test }: RowData): boolean => test !== undefined && computeGuard(test, known) === false;
  const bound = operation.rows.filter(({ field, from }) => field !== undefined && from.length > 0);
  const stateOf = ({ field }: RowData): unknown => readField(row, field!, shown);
  const open = bound.filter((one) => stateOf(one) === undefined || one.from.includes(String(stateOf(one))));
  if (bound.length > 0 && open.length === 0) {
    const states = [...new Set(bound.flatMap(({ from }) => from))];
    return `Only from ${joinWords(states)}; this ${resource.noun} is ${stateOf(bound[0]!)}.`;
  }
  const failed = open.length > 0 && open.every(fails) ? open[0] : operation.rules?.find(fails);
  return failed === undefined ? undefined : describeGuard(failed);
}

/** The document's own words for a condition that fails, and the condition. */
function describeGuard({ message, guard }: RowData): string {
  const condition = guard === undefined ? '' : `only if ${guard}`;
  return message === undefined
    ? `${condition.slice(0, 1).toUpperCase()}${condition.slice(1)}.`
    : `${message} (${condition}).`;
}

/** Whether a record has what the path of an operation needs. */
export function canAddress(
  operation: OperationData,
  { resource, row, params }: Pick<Target, 'resource' | 'row' | 'params'>,
): boolean {
  return fillPath(operation, fillPlaceholders(operation, resource, row, params)) !== undefined;
}

/** Names the button of an operation: `Pay`. */
export function nameAction({ verb, kind }: OperationData): string {
  return toWords(verb ?? kind);
}

/** Sends an operation for a record, with its tag and with a key that makes a repetition harmless. */
export function sendFor(
  operation: OperationData,
  target: Pick<Target, 'resource' | 'row' | 'params' | 'tag'>,
  body?: unknown,
  key?: string,
): Promise<Answer> {
  const { resource, row, params, tag } = target;
  return send(operation, {
    path: fillPlaceholders(operation, resource, row, params),
    headers: {
      ...(operation.ifMatch === undefined || tag === undefined ? {} : { 'If-Match': tag }),
      ...(operation.key === undefined ? {} : { [operation.key]: key ?? crypto.randomUUID() }),
    },
    ...(body === undefined ? {} : { body }),
  });
}

/** Creates the button of a transition. One that is not possible says why, before it is tried. */
export function createAction(operation: OperationData, target: Target): HTMLElement {
  const reason = findReason(operation, target.resource, target.row);
  if (reason !== undefined) {
    return h(
      'button',
      {
        type: 'button',
        'aria-disabled': 'true',
        title: reason,
        click: () => say(`${nameAction(operation)}: ${reason}`, 'failed'),
      },
      nameAction(operation),
    );
  }
  const title = operation.meaning ?? operation.rows.find(({ meaning }) => meaning !== undefined)?.meaning;
  return h(
    'button',
    { type: 'button', class: 'act', title, click: () => act(operation, target) },
    nameAction(operation),
  );
}

async function act(operation: OperationData, target: Target): Promise<void> {
  const { resource, row, params, done } = target;
  const isDone = (answer: Answer): void => {
    if (typeof answer.value === 'object' && answer.value !== null) remember(resource, answer.value as Row);
    say(`${nameAction(operation)}: done.`);
    done(answer.value);
  };
  if (operation.body !== undefined && operation.body.kind === 'object' && operation.body.fields.length > 0) {
    const keyOf = createKeys();
    const form = createForm(operation, {
      params: withParents(params, row),
      word: nameAction(operation),
      cancel: () => dialog.close(),
      async submit(body) {
        const answer = await sendFor(operation, target, body, keyOf(body));
        if (answer.problem === undefined) {
          dialog.close();
          isDone(answer);
        }
        return answer;
      },
    });
    const dialog = openDialog(
      `${nameAction(operation)}: ${getLabel(resource, row)}`,
      operation.meaning === undefined ? undefined : h('p', { class: 'soft' }, operation.meaning),
      form,
    );
    form.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return;
  }
  try {
    const answer = await sendFor(operation, target, operation.body === undefined ? undefined : {});
    if (answer.problem === undefined) isDone(answer);
    else showRefusal(`${nameAction(operation)} is not possible`, answer);
  } catch {
    say('The service cannot be reached.', 'failed');
  }
}

/** Parameters with the references of a record: pickers then find what belongs to the same parent. */
export function withParents(params: URLSearchParams, row: Row): URLSearchParams {
  const all = new URLSearchParams(params);
  for (const [name, value] of Object.entries(row))
    if (typeof value === 'string' && !all.has(name)) all.set(name, value);
  return all;
}

function showRefusal(title: string, { problem }: Answer): void {
  if (problem === undefined) return;
  const dialog: HTMLDialogElement = openDialog(
    title,
    h('p', { role: 'alert' }, formatProblem(problem), '.'),
    h('div', { class: 'ends' }, h('button', { type: 'button', class: 'main', click: () => dialog.close() }, 'OK')),
  );
}

/** Deletes a record once the user has confirmed it. */
export async function remove(operation: OperationData, target: Target): Promise<void> {
  const { resource, row, done } = target;
  const label = getLabel(resource, row);
  const isSure = await confirm(
    `Delete this ${resource.noun}?`,
    `${label} is deleted. This cannot be undone.`,
    'Delete',
  );
  if (!isSure) return;
  try {
    const answer = await sendFor(operation, target);
    if (answer.problem !== undefined) return showRefusal('Not deleted', answer);
    say(`${label} is deleted.`);
    done(undefined);
  } catch {
    say('The service cannot be reached.', 'failed');
  }
}
