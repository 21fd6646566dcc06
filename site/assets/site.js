const root = document.currentScript.dataset.root;
const find = (id) => document.getElementById(id);

// Light and dark
find('theme').addEventListener('click', () => {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const now = document.documentElement.dataset.theme ?? (isDark ? 'dark' : 'light');
  const next = now === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem('nonet-theme', next);
  } catch {}
});

// The sidebar of a phone
const menu = find('menu');
function showMenu(isOpen) {
  document.body.classList.toggle('menu-open', isOpen);
  menu.setAttribute('aria-expanded', String(isOpen));
}
menu.addEventListener('click', () => showMenu(!document.body.classList.contains('menu-open')));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') showMenu(false);
});
const current = document.querySelector('#sidebar [aria-current]');
if (current !== null && current.offsetTop > find('sidebar').clientHeight - 80) {
  find('sidebar').scrollTop = current.offsetTop - find('sidebar').clientHeight / 2;
}

// Copy a block; of a transcript its commands alone
for (const block of document.querySelectorAll('.block:not(.source)')) {
  const button = document.createElement('button');
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const commands = [...block.querySelectorAll('.command')].map((each) => each.textContent);
    await navigator.clipboard.writeText(
      commands.length > 0 ? commands.join('\n') : block.querySelector('code').textContent,
    );
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  block.append(button);
}

// The section that is read, in the list on the right
const links = new Map([...document.querySelectorAll('aside a')].map((link) => [link.hash.slice(1), link]));
if (links.size > 0) {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        for (const link of links.values()) link.classList.remove('read');
        links.get(target.id)?.classList.add('read');
      }
    },
    { rootMargin: '-80px 0px -70% 0px' },
  );
  for (const id of links.keys()) seen.observe(find(id));
}

// Search: the index is loaded when it is first opened
const [finder, query, results, status] = ['finder', 'query', 'results', 'status'].map(find);
let search;

function load(file) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = root + file;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`failed to load ${file}`));
    document.head.append(script);
  });
}

async function openSearch() {
  showMenu(false);
  finder.showModal();
  query.select();
  if (search !== undefined) return;
  try {
    status.textContent = 'Loading …';
    await Promise.all([load('assets/minisearch.js'), load('search-index.js')]);
    const { index, options } = globalThis.nonetIndex;
    search = globalThis.MiniSearch.loadJS(index, options);
    status.textContent = '';
    showResults();
  } catch (error) {
    status.textContent = `The search is not available: ${error.message}.`;
  }
}

function showResults() {
  if (search === undefined) return;
  const words = query.value.trim();
  const found =
    words === ''
      ? []
      : search
          .search(words, {
            prefix: true,
            fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
            boost: { title: 4, of: 1.5 },
            combineWith: 'AND',
          })
          .slice(0, 12);
  results.replaceChildren(
    ...found.map(({ url, title, of, start }) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = root + url;
      const [name, place, text] = ['strong', 'small', 'span'].map((tag) => document.createElement(tag));
      name.textContent = title;
      place.textContent = of;
      text.textContent = start;
      link.append(place, name, text);
      item.append(link);
      return item;
    }),
  );
  results.querySelector('a')?.classList.add('chosen');
  status.textContent = words === '' || found.length > 0 ? '' : `Nothing found for “${words}”.`;
}

function choose(step) {
  const all = [...results.querySelectorAll('a')];
  const at = all.findIndex((link) => link.classList.contains('chosen'));
  if (all.length === 0) return;
  all[at]?.classList.remove('chosen');
  const next = all[(at + step + all.length) % all.length];
  next.classList.add('chosen');
  next.scrollIntoView({ block: 'nearest' });
}

find('search').addEventListener('click', openSearch);
query.addEventListener('input', showResults);
query.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    choose(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    results.querySelector('.chosen')?.click();
  }
});
results.addEventListener('click', () => finder.close());
finder.addEventListener('click', (event) => {
  if (event.target === finder) finder.close();
});
document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  const isShortcut = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isShortcut || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
    event.preventDefault();
    openSearch();
  }
});
