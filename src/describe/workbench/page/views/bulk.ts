import type { OperationData, ResourceData } from '../../model.ts';
import { count, findOperation, type Row } from '../base/data.ts';
import { fill, go, h, openDialog } from '../base/dom.ts';
import { createForm } from '../inputs/form.ts';
import { formatProblem } from '../service/api.ts';
import { getLabel } from '../service/records.ts';
import { mayCall } from '../service/session.ts';
import { findReason, listTransitions, nameAction, sendFor } from './actions.ts';

/** The bar of what can be done with several records, and the boxes that choose them. */
export interface Bulk {
  readonly element: HTMLElement;
  createBox(row: Row, at: number): HTMLElement;
  createAll(): HTMLElement;
}

/** Creates the bar for the records of a page; undefined if nothing can be done with them. */
export function createBulk(resource: ResourceData, rows: readonly Row[], params: URLSearchParams): Bulk | undefined {
  const erase = findOperation(resource, 'delete');
  const operations = [...listTransitions(resource), ...(erase === undefined ? [] : [erase])].filter(
    (operation) => mayCall(operation) && operation.files === undefined && operation.ifMatch !== 'required',
  );
  if (operations.length === 0) return undefined;
  const chosen = new Set<Row>();
  const boxes: HTMLInputElement[] = [];
  const bar = h('div', { class: 'bulk', role: 'region', 'aria-label': 'Chosen records' });
  bar.hidden = true;
  const show = (): void => {
    bar.hidden = chosen.size === 0;
    fill(
      bar,
      h('span', { role: 'status' }, `${count(chosen.size, resource.noun, resource.title.toLowerCase())} chosen`),
      operations.map((operation) => {
        const fit = [...chosen].filter((row) => findReason(operation, resource, row) === undefined);
        const run = (): void => openRun(operation, resource, [...chosen], params);
        const reason = `None of them: ${[...chosen][0] === undefined ? '' : findReason(operation, resource, [...chosen][0]!)}`;
        const isErase = operation === erase;
        return fit.length === 0
          ? h('button', { type: 'button', 'aria-disabled': 'true', title: reason }, nameAction(operation))
          : h('button', { type: 'button', class: isErase ? 'danger' : undefined, click: run }, nameAction(operation));
      }),
    );
  };
  const all = h('input', { type: 'checkbox', 'aria-label': 'Choose all of this page' });
  all.addEventListener('change', () => {
    for (const [at, row] of rows.entries()) {
      boxes[at]!.checked = all.checked;
      if (all.checked) chosen.add(row);
      else chosen.delete(row);
    }
    show();
  });
  return {
    element: bar,
    createAll: () => all,
    createBox(row, at) {
      const box = h('input', { type: 'checkbox', 'aria-label': `Choose ${getLabel(resource, row)}` });
      box.addEventListener('change', () => {
        if (box.checked) chosen.add(row);
        else chosen.delete(row);
        all.checked = chosen.size === rows.length;
        show();
      });
      boxes[at] = box;
      return box;
    },
  };
}

/** Opens the dialog that does an operation for some records in order, and shows the result of each. */
function openRun(
  operation: OperationData,
  resource: ResourceData,
  rows: readonly Row[],
  params: URLSearchParams,
): void {
  const place = h('div');
  let isOver = false;
  let isBegun = false;
  const run = async (body?: unknown): Promise<undefined> => {
    isBegun = true;
    const lines = rows.map((row) => {
      const result = h('td', {}, '…');
      return { row, result, line: h('tr', {}, h('th', { scope: 'row' }, getLabel(resource, row)), result) };
    });
    const said = h('p', { role: 'status' });
    fill(
      place,
      said,
      h(
        'div',
        { class: 'scroll', tabindex: 0 },
        h(
          'table',
          { class: 'inner' },
          h(
            'tbody',
            {},
            lines.map(({ line }) => line),
          ),
        ),
      ),
      h('div', { class: 'ends' }, h('button', { type: 'button', class: 'main', click: () => dialog.close() }, 'Close')),
    );
    let done = 0;
    for (const { row, result } of lines) {
      if (isOver) break;
      const reason = findReason(operation, resource, row);
      const answer =
        reason === undefined
          ? await sendFor(operation, { resource, row, params }, body).catch(() => undefined)
          : undefined;
      const isDone = answer !== undefined && answer.problem === undefined;
      if (isDone) done += 1;
      result.className = isDone ? 'done' : 'failed';
      result.textContent =
        reason ??
        (answer === undefined
          ? 'The service cannot be reached.'
          : answer.problem === undefined
            ? 'Done'
            : formatProblem(answer.problem));
      said.textContent = `${done} of ${rows.length} done`;
    }
    return undefined;
  };
  const name = nameAction(operation);
  const hasForm = operation.body?.kind === 'object' && operation.body.fields.length > 0;
  const title = `${name} ${count(rows.length, resource.noun, resource.title.toLowerCase())}`;
  const begin = hasForm
    ? createForm(operation, { params, word: name, cancel: () => dialog.close(), submit: (body) => run(body) })
    : h(
        'div',
        { class: 'ends' },
        h('button', { type: 'button', click: () => dialog.close() }, 'Cancel'),
        h(
          'button',
          {
            type: 'button',
            class: operation.kind === 'delete' ? 'danger' : 'main',
            click: () => void run(operation.body === undefined ? undefined : {}),
          },
          name,
        ),
      );
  fill(place, operation.kind === 'delete' ? h('p', {}, 'This cannot be undone.') : undefined, begin);
  const dialog = openDialog(title, place);
  dialog.addEventListener('close', () => {
    isOver = true;
    if (isBegun) go(location.hash);
  });
}
