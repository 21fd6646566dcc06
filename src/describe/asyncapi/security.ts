import type { JsonSchema } from '../../parts/registry.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { own } from '../../text/own-property.ts';
import { describeSchemes as describeHttpSchemes, describeSecurity } from '../openapi/security.ts';

interface HttpScheme {
  readonly type: string;
  readonly description?: string;
  readonly in?: string;
  readonly name?: string;
  readonly flows?: { readonly clientCredentials: { readonly tokenUrl: string; readonly scopes: JsonSchema } };
}

/** Describes the authentication schemes in the words of AsyncAPI, by the names that they have in OpenAPI. */
export function describeSchemes(plan: WholePlan): JsonSchema {
  const schemes = Object.entries(describeHttpSchemes(plan) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(schemes.map(([name, scheme]) => [name, convertScheme(scheme as HttpScheme)]));
}

function convertScheme(scheme: HttpScheme): JsonSchema {
  const { type, flows, description = '' } = scheme;
  if (type === 'apiKey') return { ...scheme, type: 'httpApiKey' };
  if (flows === undefined) return { ...scheme } as JsonSchema;
  const { tokenUrl, scopes } = flows.clientCredentials;
  // AsyncAPI takes no relative address: of a service whose address is not known the token alone is described.
  if (!URL.canParse(tokenUrl))
    return { type: 'http', scheme: 'bearer', description: `${description} Get a token at \`${tokenUrl}\`.` };
  return { type, description, flows: { clientCredentials: { tokenUrl, availableScopes: scopes } } };
}

/** Lists the schemes by which a client may open a stream; one of them is enough. */
export function listSecurity(plan: WholePlan, stream: OperationPlan): readonly JsonSchema[] {
  const alternatives = describeSecurity(plan, stream) as readonly Readonly<Record<string, readonly string[]>>[];
  const schemes = describeSchemes(plan);
  return alternatives.flatMap((alternative) =>
    Object.entries(alternative).map(([name, scopes]): JsonSchema => {
      const scheme = own(schemes, name) as JsonSchema | undefined;
      return scheme?.type === 'oauth2'
        ? { ...scheme, scopes: [...scopes] }
        : { $ref: `#/components/securitySchemes/${name}` };
    }),
  );
}
