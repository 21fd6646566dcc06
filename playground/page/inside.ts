// Runs inside the documentation page: its links lead to places of the page, and those to a line to the editor.
addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const address = link?.getAttribute('href') ?? '';
    if (link === null) return;
    event.preventDefault();
    const line = /^#line-(\d+)$/.exec(address)?.[1];
    if (line !== undefined) parent.postMessage({ line: Number(line) }, '*');
    else if (address.startsWith('#')) location.hash = address;
  },
  // before the listeners of the page, which look at the address
  { capture: true },
);
