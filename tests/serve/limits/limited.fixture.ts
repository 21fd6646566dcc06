import { shop } from '../support/shop.fixture.ts';

const bounds = `| body | body size | all | | 64 KiB | too_large |
| page | page size | all | | 2, at most 3 | clamp |`;

const told = 'RateLimit, RateLimit-Policy, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';

/** The shop with these rows of limits, and callers told in these headers. */
export function limitedShop(rows: readonly string[], limitHeaders = told): string {
  return shop
    .replace(bounds, `${bounds}\n${rows.map((row) => `| ${row} |`).join('\n')}`)
    .replace('## Limits\n', limitHeaders === '' ? '## Limits\n' : `## Limits\n\n- Response headers: ${limitHeaders}\n`)
    .replace(
      '| too_large | 413 | too large | | |',
      `| too_large | 413 | too large | | |
| slow_down | 429 | rate limit | Not so fast | |
| per_shop | 429 | rate limit on create Customer | | |
| busy | 429 | concurrency limit | | |`,
    );
}
