// Runs before the page is shown, so that it never flashes in the other colors.
try {
  const theme = localStorage.getItem('nonet-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {}
