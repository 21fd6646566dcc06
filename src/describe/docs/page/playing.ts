import { findAll } from './dom.ts';

const most = 30;
const pause = 700;

/** Where the examples of the page were still being played, asks for it again until they are there, and puts them in their places. */
export async function awaitExamples(prepare: () => void): Promise<void> {
  const note = document.querySelector('.playing');
  if (note === null) return;
  for (let asked = 0; asked < most; asked += 1) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const page = await readPage();
    if (page === undefined) return;
    if (page.querySelector('.playing') !== null) continue;
    const { activeElement: left } = document;
    const sections = findAll('section[id]:has(> .side)');
    const begun = sections.find((section) => section.querySelector(':scope > .side')?.contains(left) === true);
    for (const section of sections) showExamples(section, page.getElementById(section.id));
    prepare();
    begun?.querySelector<HTMLElement>('.side [role=tab][aria-selected=true]')?.focus({ preventScroll: true });
    note.textContent = 'The examples are ready.';
    return;
  }
}

async function readPage(): Promise<Document | undefined> {
  try {
    const response = await fetch(location.href, { cache: 'no-cache' });
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : undefined;
  } catch {
    return undefined;
  }
}

/** Puts the samples of a section in the place of those of the page. */
function showExamples(section: HTMLElement, fresh: HTMLElement | null): void {
  const made = fresh?.querySelector(':scope > .side');
  if (made !== null && made !== undefined) section.querySelector(':scope > .side')?.replaceWith(made);
}
