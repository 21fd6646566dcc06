import type { RequestMeters } from '../../contracts/meters.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { CommandError } from '../../operator/command-error.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Admin } from '../../serve/admin.ts';
import type { Service } from '../../serve/service.ts';
import type { ServeOptions } from './options.ts';

/** The settings of a service whose metrics are shown. */
export interface MeteredOpening {
  readonly store: Store;
  readonly meters?: RequestMeters;
  /** Shows the service that was opened with them. */
  opened?(service: Service): void;
}

/** The port for health and metrics, while a document is served. */
export interface AdminPort extends Pick<Admin, 'address' | 'ends' | 'close'> {
  meter(plan: Plan, store: Store): MeteredOpening;
  /** The service is reached over HTTP from now on: it may be ready. */
  listens(): void;
}

/** Opens the port of `--admin-port`; undefined without the flag. Throws `CommandError` if it cannot listen there. */
export async function openAdminPort(options: ServeOptions, platform: Platform): Promise<AdminPort | undefined> {
  const { adminPort: port, adminHost: host } = options;
  if (port === undefined) return undefined;
  const [{ openAdmin }, { createRequestMeters }, { meterStore }] = await Promise.all([
    import('../../serve/admin.ts'),
    import('../../serve/metrics/request-meters.ts'),
    import('../../serve/metrics/store-meter.ts'),
  ]);
  const admin = await openAdmin({ host, port }, platform).catch((error: NodeJS.ErrnoException) => {
    const why = error.code ?? error.message;
    throw new CommandError(
      `The admin port cannot listen on ${host}:${port} (${why}). Choose another with --admin-port and --admin-host.`,
    );
  });
  let listening = false;
  let show = (): void => undefined;
  return {
    address: admin.address,
    ends: admin.ends,
    close: admin.close,
    listens() {
      listening = true;
      show();
    },
    meter(plan, unmetered) {
      const { store, counts } = meterStore(unmetered);
      const meters = createRequestMeters(plan);
      return {
        store,
        meters,
        opened(service) {
          show = () => admin.serves({ service, store, meters, counts });
          if (listening) show();
        },
      };
    },
  };
}
