import { showCard } from './diagram.ts';
import { create, findAll, findTarget, isHidden } from './dom.ts';
import { showAuthorsView } from './view.ts';

/** Marks in the navigation what is being read, and opens what a link leads to. */
export function prepareNavigation(nav: HTMLElement): void {
  const links = new Map(findAll<HTMLAnchorElement>('ol a', nav).map((link) => [findTarget(link.hash), link] as const));
  const visible = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      }
      mark(links, [...visible]);
    },
    { rootMargin: '-8% 0px -70% 0px' },
  );
  for (const target of links.keys()) if (target !== null) observer.observe(target);
  nav.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('ol a') !== null) closeMenu(nav);
  });
  nav.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeMenu(nav);
  });
  addEventListener('hashchange', openTarget);
  openTarget();
}

function mark(links: ReadonlyMap<HTMLElement | null, HTMLAnchorElement>, visible: readonly Element[]): void {
  const inner = visible.toSorted((left, right) => (left.contains(right) ? 1 : right.contains(left) ? -1 : 0))[0];
  for (const [target, link] of links) {
    const isOpen = target !== null && visible.includes(target);
    if (target === inner && inner !== undefined) {
      link.setAttribute('aria-current', 'true');
      keepVisible(link);
    } else {
      link.removeAttribute('aria-current');
    }
    if (target?.classList.contains('part') === true) link.parentElement?.classList.toggle('open', isOpen);
  }
}

/** Scrolls the navigation alone: the page stays where it is. */
function keepVisible(link: HTMLElement): void {
  const nav = link.closest('nav');
  if (nav === null) return;
  const { top, bottom } = link.getBoundingClientRect();
  const frame = nav.getBoundingClientRect();
  const room = 80;
  if (top < frame.top + room) nav.scrollTop -= frame.top + room - top;
  else if (bottom > frame.bottom - room) nav.scrollTop += bottom - frame.bottom + room;
}

/** Opens what hides the place of the address: a closed list, or the card of a transition. */
function openTarget(): void {
  const target = location.hash === '' ? null : findTarget(location.hash);
  if (target === null) return;
  if (isHidden(target)) {
    showAuthorsView();
    target.scrollIntoView();
  }
  for (let at = target.parentElement; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  const figure = target.closest('.figure');
  if (figure !== null && target.classList.contains('card')) {
    showCard(figure, target);
    figure.scrollIntoView({ block: 'nearest' });
  }
}

function closeMenu(nav: HTMLElement): void {
  nav.classList.remove('open');
  nav.querySelector('.menu')?.setAttribute('aria-expanded', 'false');
}

/** Creates the button that opens the navigation on narrow screens. */
export function createMenuButton(nav: HTMLElement): HTMLElement {
  const button = create(
    'button',
    { class: 'icon menu', type: 'button', 'aria-label': 'Contents', 'aria-expanded': 'false' },
    '☰',
  );
  button.addEventListener('click', () => button.setAttribute('aria-expanded', String(nav.classList.toggle('open'))));
  return button;
}
