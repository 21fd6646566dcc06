import { isServed, prepareConsole } from './console.ts';
import { prepareDiagrams } from './diagram.ts';
import { create, findAll } from './dom.ts';
import { prepareCopying } from './markdown.ts';
import { createMenuButton, prepareNavigation } from './navigation.ts';
import { preparePanels } from './panels.ts';
import { awaitExamples } from './playing.ts';
import { createSearchButton } from './search.ts';
import { applyTheme, createThemeButton } from './theme.ts';
import { applyView, createViewSwitch } from './view.ts';

applyTheme();
applyView();
document.documentElement.classList.add('js');
addEventListener('DOMContentLoaded', () => {
  showOrigin();
  preparePanels();
  prepareDiagrams();
  prepareConsole();
  const nav = document.getElementById('nav');
  if (nav !== null) {
    const tools = create('div', { class: 'tools' }, createSearchButton(), createThemeButton(), createMenuButton(nav));
    nav.querySelector('.brand')?.after(tools);
    nav.querySelector('ol')?.append(create('li', {}, createViewSwitch()));
    prepareNavigation(nav);
  }
  prepareCopying();
  prepareScrolling();
  void awaitExamples(preparePanels);
});
addEventListener('beforeprint', () => {
  for (const details of findAll<HTMLDetailsElement>('details')) details.open = true;
});

/** Lets the keyboard scroll what is wider than its place. */
function prepareScrolling(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const element of findAll('.scroll, .dia')) observer.observe(element);
}

/** Puts the origin of the page in the place of one that the document does not state. A page from disk has none. */
function showOrigin(): void {
  if (!isServed) return;
  for (const code of findAll('.hero code')) code.textContent = code.textContent!.replace('{base_url}', location.origin);
}
