import { StoreDamagedError, StoreTimeoutError, StoreUnavailableError } from '../../contracts/store.ts';
import { CommandError } from '../../operator/command-error.ts';
import { StoreInUseError, TransientStoreError } from '../../stores/store-error.ts';

/** Converts an error of a store to a `CommandError`. */
export function toStoreCommandError(error: unknown): CommandError {
  const { message } = error as Error;
  if (error instanceof CommandError) return error;
  if (error instanceof StoreInUseError) return new InUse(message);
  if (error instanceof StoreDamagedError) return new CommandError(message);
  return isTransient(error) ? new TransientError(message) : new CommandError(message);
}

/** Whether the same command may succeed later. */
export function isTransient(error: unknown): boolean {
  return [TransientStoreError, StoreUnavailableError, StoreTimeoutError].some((kind) => error instanceof kind);
}

/** Thrown if the store is away or busy: the same command may succeed later. */
class TransientError extends CommandError {
  override readonly status = 75;
}

/** Thrown while other processes serve from the store. */
export class InUse extends CommandError {}
