import { create } from '../../src/describe/docs/page/dom.ts';
import type { Remote } from '../workers/calls.ts';
import type { LanguageFunctions } from '../workers/protocol.ts';
import type { Editor } from './editor.ts';
import { longestShared, writeFragment } from './share.ts';
import { loadExamples } from './start.ts';
import type { Workspace } from './workspace.ts';
import { writeZip } from './zip.ts';

/** The dependencies of the actions in the head of the page. */
export interface ActionContext {
  readonly workspace: Workspace;
  readonly editor: Editor;
  readonly language: Remote<LanguageFunctions>;
}

const empty = '# New service\n\n## Resources and their fields\n\n## Endpoints\n';

/** Prepares the actions: open an example, format, share, download. */
export function prepareActions(context: ActionContext): void {
  const { workspace, editor } = context;
  const button = (id: string): HTMLButtonElement => document.getElementById(id) as HTMLButtonElement;
  void prepareExamples(document.getElementById('examples') as HTMLSelectElement, workspace);
  button('format').addEventListener('click', () => void editor.format());
  button('share').addEventListener('click', () => void share(button('share'), workspace));
  button('download-document').addEventListener('click', () => {
    download(`${nameFile(workspace)}.md`, new Blob([workspace.text], { type: 'text/markdown' }));
  });
  button('download-project').addEventListener('click', async () => {
    const name = nameFile(workspace);
    download(`${name}.zip`, writeZip(await context.language.project(workspace.text, name)));
  });
}

async function prepareExamples(select: HTMLSelectElement, workspace: Workspace): Promise<void> {
  const examples = await loadExamples();
  const options = examples.map(({ title, about }) => create('option', { value: title }, `${title}: ${about}`));
  const group = create('optgroup', { label: 'Examples' }, ...options);
  select.append(
    create('option', { value: '', disabled: '', selected: '' }, 'Example …'),
    group,
    create('option', { value: 'Empty' }, 'An empty document'),
  );
  select.addEventListener('change', () => {
    const text = examples.find(({ title }) => title === select.value)?.text ?? empty;
    select.value = '';
    history.replaceState(null, '', location.pathname + location.search);
    workspace.open(text);
  });
}

/** Puts the document into the address, and the address into the clipboard. */
async function share(button: HTMLElement, { text }: Workspace): Promise<void> {
  if (text.length > longestShared) {
    say(button, 'Too long for a link');
    return;
  }
  history.replaceState(null, '', await writeFragment(text));
  const copied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  );
  say(button, copied === true ? 'Link copied' : 'Link in the address bar');
}

/** Shows words on a button for a moment. */
function say(button: HTMLElement, words: string): void {
  const before = button.textContent;
  button.textContent = words;
  setTimeout(() => {
    button.textContent = before;
  }, 2500);
}

/** The name of the file of a document, after the name of its service. */
function nameFile({ checked }: Workspace): string {
  const name = (checked?.name ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' || name === 'readme' ? 'service' : name;
}

function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  create('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
