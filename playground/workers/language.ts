import '../../src/browser/globals.ts';
import { answerCalls, type Port } from './calls.ts';
import { showChecked } from './checked.ts';
import { compareTexts } from './compared.ts';
import { describeDocument } from './described.ts';
import { read } from './documents.ts';
import { listOperations } from './operations.ts';
import { writeProjectFiles } from './project.ts';
import type { LanguageFunctions } from './protocol.ts';
import { explainAt, findDefinition, listCompletions, listFormatEdits, renameAt } from './questions.ts';

const functions: LanguageFunctions = {
  check: (text) => showChecked(read(text)),
  complete: (text, offset) => listCompletions(read(text), offset),
  hover: (text, offset) => explainAt(read(text), offset),
  define: (text, offset) => findDefinition(read(text), offset),
  rename: (text, offset, name) => renameAt(read(text), offset, name),
  format: (text) => listFormatEdits(read(text)),
  describe: (text, played) => describeDocument(read(text), played),
  compare: compareTexts,
  operations: (text) => listOperations(read(text)),
  project: writeProjectFiles,
};

answerCalls(globalThis as unknown as Port, functions);
