import { diagnosticCases, shownIn } from './cases.ts';

// Shows every golden case of problems: run with NODE_V8_COVERAGE, it tells which messages none of them shows.
for (const file of diagnosticCases.keys()) shownIn(file);
