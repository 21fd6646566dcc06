import type { ExampleIssuer } from '../../../src/operator/examples/issuer.ts';

/** An issuer whose tokens nobody can sign here: a browser signs in promises only. Examples that need one are left out. */
export function createExampleIssuer(name: string): ExampleIssuer {
  return {
    settings: { issuer: 'https://issuer.example', audience: name, jwks: { keys: [] } },
    issue: () => 'a-token-of-the-issuer',
  };
}
