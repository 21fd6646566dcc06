import { applyTheme } from '../../src/describe/docs/page/theme.ts';

// Runs before the page is shown, so that it never flashes in the other colors.
applyTheme();
