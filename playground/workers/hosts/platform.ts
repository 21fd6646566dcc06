import { createBrowserPlatform } from '../../../src/browser/platform.ts';
import type { Log, Platform } from '../../../src/contracts/platform.ts';

/** Creates the platform of a browser, in place of Node's. */
export function createNodePlatform(log: Log): Platform {
  return createBrowserPlatform(log, () => undefined);
}
