import { findAll, findTarget } from './dom.ts';

/** Shows beside each state diagram the transition that was chosen in it. */
export function prepareDiagrams(): void {
  for (const figure of findAll('.figure')) {
    const drawn = findAll<SVGAElement>('a.e', figure);
    if (drawn.length === 0) continue;
    const first = figure.querySelector<HTMLElement>('.card');
    if (first !== null) showCard(figure, first);
    for (const link of drawn) {
      const show = (event: Event): void => {
        const card = findTarget(link.getAttribute('href') ?? '');
        if (card === null) return;
        if (event.type === 'click') event.preventDefault();
        showCard(figure, card);
      };
      link.addEventListener('click', show);
      link.addEventListener('focus', show);
    }
    for (const state of findAll<SVGAElement>('a.n', figure)) {
      const mark = (near: boolean) => (): void => {
        for (const link of drawn) link.classList.toggle('near', near && link.dataset.from === state.dataset.state);
      };
      for (const name of ['pointerenter', 'focus']) state.addEventListener(name, mark(true));
      for (const name of ['pointerleave', 'blur']) state.addEventListener(name, mark(false));
    }
  }
}

/** Shows a card of a figure, and marks its arrows. */
export function showCard(figure: Element, card: HTMLElement): void {
  for (const other of findAll('.card', figure)) other.classList.toggle('on', other === card);
  for (const link of findAll<SVGAElement>('a.e', figure)) {
    link.classList.toggle('on', findTarget(link.getAttribute('href') ?? '') === card);
  }
}
