import type { FieldData, OperationData } from '../../model.ts';
import { type Row, resolve } from '../base/data.ts';
import { fill, h } from '../base/dom.ts';
import { isSame } from '../base/exact.ts';
import { type Answer, type Fault, formatFault, formatProblem } from '../service/api.ts';
import { type Around, type Collected, createField, escapeName } from './editors.ts';

/** How a form is opened. */
export interface FormOptions extends Around {
  /** The record that it begins with. */
  readonly row?: Row;
  /** Fields that cannot be changed now, with the reason. */
  readonly fixed?: ReadonlyMap<string, string>;
  readonly word: string;
  readonly cancel?: () => void;
  /** Sends the body, and says what became of it; undefined: it is done, or somebody else says more. */
  submit(body: unknown): Promise<Answer | undefined>;
}

/** Creates the form of the body of an operation. A refusal is shown at the fields that it names. */
export function createForm({ body, files }: OperationData, options: FormOptions): HTMLFormElement {
  const { row, fixed, word, cancel, submit } = options;
  const type = body === undefined ? undefined : resolve(body);
  const fields: readonly FieldData[] = type?.kind === 'object' ? type.fields : [];
  // Another body than an object is a value of its own.
  const sole: FieldData | undefined =
    type === undefined || type.kind === 'object' ? undefined : { name: 'body', type, required: true };
  const initial = (field: FieldData): unknown =>
    row?.[field.name] ?? (field.field === undefined ? undefined : row?.[field.field]);
  const editors = (sole === undefined ? fields : [sole]).map((field) => ({
    field,
    start: initial(field),
    editor: createField(field, initial(field), options, fixed?.get(field.field ?? field.name)),
  }));
  const out = h('div', { class: 'problem', role: 'alert' });
  const button = h('button', { type: 'submit', class: 'main' }, word);
  const form = h(
    'form',
    { novalidate: true },
    editors.map(({ editor }) => editor.element),
    out,
    h('div', { class: 'ends' }, cancel && h('button', { type: 'button', click: cancel }, 'Cancel'), button),
  );
  const read = (into: Collected): unknown => {
    if (sole !== undefined) return editors[0]!.editor.read('', into);
    const made: Record<string, unknown> = {};
    for (const { field, editor, start } of editors) {
      const value = editor.read(`/${escapeName(field.name)}`, into);
      if (value === undefined || (options.patches === true && isSame(value, start))) continue;
      made[field.name] = value;
    }
    return files === 'content' ? Object.values(made)[0] : made;
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const collected: Collected = { faults: [], places: new Map() };
    const value = read(collected);
    for (const place of collected.places.values()) {
      place.out.textContent = '';
      place.input.removeAttribute('aria-invalid');
    }
    fill(out);
    if (collected.faults.length > 0) return showFaults(collected.faults, collected, out);
    button.disabled = true;
    button.setAttribute('aria-busy', 'true');
    try {
      const answer = await submit(value);
      if (answer?.problem === undefined) return;
      const { title, detail, faults } = answer.problem;
      fill(out, h('p', {}, h('b', {}, title), detail === undefined ? '' : ` ${detail}`));
      showFaults(faults, collected, out);
    } catch (error) {
      fill(out, h('p', {}, error instanceof Error ? `Not sent: ${error.message}` : 'Not sent.'));
    } finally {
      button.disabled = false;
      button.removeAttribute('aria-busy');
    }
  });
  return form;
}

/** Shows each fault at its field, or at the nearest one around it; those without a field below the form. */
function showFaults(faults: readonly Fault[], { places }: Collected, out: HTMLElement): void {
  let first: HTMLElement | undefined;
  for (const fault of faults) {
    const place = findPlace(places, fault.pointer);
    if (place === undefined) {
      out.append(h('p', {}, formatFault(fault)));
      continue;
    }
    place.out.textContent = [place.out.textContent, fault.message].filter((each) => each !== '').join('; ');
    place.input.setAttribute('aria-invalid', 'true');
    first ??= place.input;
  }
  const focused = first?.matches('input, select, textarea')
    ? first
    : first?.querySelector<HTMLElement>('input, select, textarea');
  focused?.focus();
}

function findPlace(places: Collected['places'], pointer: string | undefined) {
  for (let at = pointer; at !== undefined && at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place !== undefined) return place;
  }
  return places.get('');
}

/** Shows a problem as a box. */
export function showProblem(answer: Answer): HTMLElement {
  return h(
    'div',
    { class: 'problem', role: 'alert' },
    h('p', {}, answer.problem === undefined ? '' : formatProblem(answer.problem)),
  );
}
