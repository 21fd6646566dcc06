import type { Platform } from '../contracts/platform.ts';

/** How a store is opened. */
export interface StoreOptions {
  readonly platform: Platform;
  /** `full`: a write resolves when it would outlive a loss of power; `process`: when it would outlive the process. */
  readonly durability: 'full' | 'process';
  /** Called once when the store was migrated to another document: it takes nothing more. */
  readonly outdated?: (why: string) => void;
}
