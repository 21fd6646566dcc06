import { Option } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import { parseNetwork } from '../../serve/http/networks.ts';

/** Creates `--trusted-proxies 10.0.0.0/8,2001:db8::1`. */
export function createTrustedProxiesOption(): Option {
  return new Option(
    '--trusted-proxies <networks>',
    'proxies whose Forwarded or X-Forwarded-For header is trusted, separated by commas: 10.0.0.0/8,2001:db8::1',
  )
    .env('NONET_TRUSTED_PROXIES')
    .argParser(parseNetworks);
}

function parseNetworks(text: string): readonly string[] {
  const all = text.split(',').map((part) => part.trim());
  for (const network of all) {
    if (parseNetwork(network) !== undefined) continue;
    throw new CommandError(
      `--trusted-proxies takes IP addresses and networks separated by commas, such as 10.0.0.0/8,2001:db8::1. Found "${network}".`,
    );
  }
  return all;
}
