const [least, most] = [20, 80];

/** Lets the reader move the divider between the editor and the panes, by the pointer and by the arrow keys. */
export function prepareDivider(divider: HTMLElement): void {
  let share = 50;
  const set = (percent: number): void => {
    share = Math.round(Math.min(most, Math.max(least, percent)));
    document.documentElement.style.setProperty('--editor', `${share}%`);
    divider.setAttribute('aria-valuenow', String(share));
  };
  divider.addEventListener('pointerdown', (event) => {
    divider.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  divider.addEventListener('pointermove', (event) => {
    if (divider.hasPointerCapture(event.pointerId)) set((event.clientX / window.innerWidth) * 100);
  });
  divider.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') set(share - 5);
    if (key === 'ArrowRight') set(share + 5);
  });
}
