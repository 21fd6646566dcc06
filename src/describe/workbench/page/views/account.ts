import type { OperationData, ResourceData } from '../../model.ts';
import { data, type Row, toWords } from '../base/data.ts';
import { confirm, fill, go, h, openDialog, say } from '../base/dom.ts';
import { createForm, showProblem } from '../inputs/form.ts';
import { formatProblem, send } from '../service/api.ts';
import { getCaller, mayCall } from '../service/session.ts';
import { showLong } from '../shown/values.ts';

/** Lists the operations on the record of the user that the user may call, by their resource. */
export function listOwn(): readonly {
  readonly resource: ResourceData;
  readonly operations: readonly OperationData[];
}[] {
  if (!getCaller().signedIn) return [];
  return data.resources
    .map((resource) => ({
      resource,
      operations: resource.operations.filter(
        (operation) => operation.own === true && operation.placeholders.length === 0 && mayCall(operation),
      ),
    }))
    .filter(({ operations }) => operations.length > 0);
}

/** Shows the record of the user, and forms for what the user may change of it. */
export async function showAccount(main: HTMLElement): Promise<void> {
  const sections = await Promise.all(
    listOwn().map(async ({ resource, operations }) => {
      const reader = operations.find(({ kind, content }) => kind === 'read' && content === undefined);
      const answer = reader === undefined ? undefined : await send(reader);
      const row = (answer?.problem === undefined ? answer?.value : undefined) as Row | undefined;
      const others = operations.filter(({ kind, files }) => kind !== 'read' && kind !== 'list' && files === undefined);
      return h(
        'section',
        { class: 'card form' },
        h(
          'dl',
          { class: 'fields' },
          (reader?.shown ?? []).map((field) =>
            h('div', {}, h('dt', {}, toWords(field.name)), h('dd', {}, showLong(field, row?.[field.name], resource))),
          ),
        ),
        answer?.problem === undefined ? undefined : showProblem(answer),
        h(
          'div',
          { class: 'ends' },
          others.map((operation) => createButton(operation, row)),
        ),
      );
    }),
  );
  fill(main, h('header', { class: 'head' }, h('h1', { tabindex: -1 }, 'Account')), sections);
}

/** Names an operation as the document does: `change_password` becomes `Change password`. */
function createButton(operation: OperationData, row: Row | undefined): HTMLElement {
  const own = operation.name.split(' ', 1)[0] === operation.kind ? operation.kind : operation.name;
  const name = toWords(own);
  const isErase = operation.kind === 'delete';
  return h(
    'button',
    {
      type: 'button',
      class: isErase ? 'danger' : undefined,
      title: operation.meaning,
      click: () => run(operation, name, row),
    },
    name,
  );
}

async function run(operation: OperationData, name: string, row: Row | undefined): Promise<void> {
  if (operation.body?.kind !== 'object' || operation.body.fields.length === 0) {
    const isSure =
      operation.kind !== 'delete' || (await confirm(`${name}?`, operation.meaning ?? 'This cannot be undone.', name));
    const answer = isSure ? await send(operation).catch(() => undefined) : undefined;
    if (answer === undefined) return;
    say(answer.problem === undefined ? `${name}: done.` : formatProblem(answer.problem), answer.problem && 'failed');
    return go(location.hash);
  }
  const form = createForm(operation, {
    params: new URLSearchParams(),
    patches: operation.kind === 'update',
    ...(row === undefined ? {} : { row }),
    word: name,
    cancel: () => dialog.close(),
    async submit(body) {
      const answer = await send(operation, { body });
      if (answer.problem !== undefined) return answer;
      dialog.close();
      say(`${name}: done.`);
      go(location.hash);
      return undefined;
    },
  });
  const dialog: HTMLDialogElement = openDialog(name, form);
  form.querySelector<HTMLElement>('input, select, textarea')?.focus();
}
