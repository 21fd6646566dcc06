import { BrowserBuffer } from './buffer.ts';
import { runSoon } from './soon.ts';

// Node has these without an import.
Object.assign(globalThis, { setImmediate: runSoon, Buffer: BrowserBuffer });
