import { create } from '../../../src/describe/docs/page/dom.ts';
import type { Remote } from '../../workers/calls.ts';
import type { LanguageFunctions, ShownOperation } from '../../workers/protocol.ts';
import type { Played } from '../played.ts';
import type { Service } from '../service.ts';
import type { Pane } from '../tabs.ts';
import type { Workspace } from '../workspace.ts';
import { createRequestForm } from './form.ts';
import type { GoToLine } from './lines.ts';
import { prepareRequest } from './prepared.ts';
import { describeResponse } from './response.ts';

/** The dependencies of the pane of requests. */
export interface RequestContext {
  readonly workspace: Workspace;
  readonly language: Remote<LanguageFunctions>;
  readonly service: Service;
  readonly played: Played;
  readonly goToLine: GoToLine;
}

/** Creates the pane that sends requests to the service: a form, the operations of the document, and the response. */
export function createRequestsPane({ workspace, language, service, played, goToLine }: RequestContext): Pane {
  let operations: readonly ShownOperation[] = [];
  let chosen: ShownOperation | undefined;
  const list = create('nav', { class: 'operations', 'aria-label': 'Operations' });
  const note = create('p', { class: 'note' });
  const out = create('div', { class: 'response', role: 'status' });
  const form = createRequestForm(async (request) => {
    out.replaceChildren(create('p', { class: 'note' }, 'Sending …'));
    try {
      const response = await (await service.call()).send(request);
      out.replaceChildren(...describeResponse(request, response, goToLine));
      await service.refresh();
    } catch (error) {
      out.replaceChildren(create('p', { class: 'note' }, error instanceof Error ? error.message : String(error)));
    }
  });
  const element = create(
    'section',
    { class: 'requests' },
    create('h2', {}, 'Service'),
    create('div', { class: 'columns' }, list, create('div', {}, form.element, note, out)),
  );
  const choose = async (operation: ShownOperation): Promise<void> => {
    chosen = operation;
    for (const button of list.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button.dataset.operation === operation.name));
    const { request, missing } = await prepareRequest(operation, service, played);
    form.fill(request, operation.hasBody && played.isPlaying ? 'an example is being played …' : 'no body');
    note.textContent = operation.isHandler
      ? 'This operation is a handler in TypeScript, which does not run in the playground: the service responds with 501.'
      : missing === undefined
        ? ''
        : `Create a record first: no ${missing} is stored.`;
  };
  const createButton = (operation: ShownOperation): HTMLElement => {
    const { name, method, path } = operation;
    const button = create(
      'button',
      { type: 'button', title: name, 'aria-pressed': String(name === chosen?.name) },
      create('span', { class: `m ${method}` }, method),
      ' ',
      create('span', { class: 'path' }, path),
    );
    button.dataset.operation = name;
    button.addEventListener('click', () => void choose(operation));
    return button;
  };
  const showOperations = async (): Promise<void> => {
    const found = await language.operations(workspace.sound ?? workspace.text);
    if (JSON.stringify(found) !== JSON.stringify(operations)) {
      operations = found;
      const groups = [...Map.groupBy(operations, ({ group }) => group)];
      list.replaceChildren(
        ...groups.flatMap(([group, own]) => [create('p', { class: 'group' }, group), ...own.map(createButton)]),
      );
    }
    const first = operations.find(({ name }) => name === chosen?.name) ?? operations[0];
    if (first !== undefined && (chosen === undefined || first !== chosen)) await choose(first);
    if (operations.length === 0) note.textContent = 'The document has no operation yet.';
  };
  service.onChange((change) => {
    if (change === 'opened') void showOperations();
  });
  played.onChange(() => {
    if (chosen !== undefined && !form.isEdited) void choose(chosen);
  });
  workspace.onOpen(() => {
    chosen = undefined;
    out.replaceChildren();
  });
  return { id: 'service', title: 'Service', element };
}
