/** A wording that readers stumble over, where it is found, and what to write instead. */
export interface Stumble {
  readonly found: RegExp;
  readonly write: string;
}

const proxied = String.raw`(?: (?:a|an|the|your|one|its|another))?(?: \w+)? (?:prox|pgbouncer|pooler|load balancer|gateway|firewall)`;

/** The wordings that messages, help texts, pages and comments do without. Each is searched for within one sentence. */
export const stumbles: readonly Stumble[] = [
  { found: /\b(?:told|tells?|telling)\b/i, write: 'report, return, notify, log, list, distinguish' },
  { found: /\bwhoever\b|\bwho asks\b/i, write: 'a client that …' },
  { found: /\bnobody\b/i, write: 'no client, no caller, no instance' },
  { found: /(?<!\bthere )\b(?:is|are|was|were) no\b(?! longer)/i, write: 'is not a …, has no …' },
  { found: /(?<!\b[Tt]here )\b(?:[Ii]s|[Aa]re|[Ww]as|[Ww]ere) none\b/, write: 'is not one of …, does not exist' },
  {
    found: /^(?:[-*>] |\d+\. )?(?:What|Whom?|Those|He) (?!the service does)(?!.*\?$)/,
    write: 'name the thing: a noun, not a clause',
  },
  { found: /\bthose (?:that|who)\b/i, write: 'name the thing' },
  { found: /\bwork(?:s|ed|ing)? out\b/i, write: 'compute' },
  { found: /\banew\b/i, write: 'again, re-…' },
  { found: /\b(?:was|were) due\b/i, write: 'expected …, found …' },
  { found: /\bin the way\b/i, write: 'blocks' },
  {
    found: new RegExp(String.raw`(?<!\b(?:lags?|falls?|fell|far) )\bbehind\b(?!${proxied})`, 'i'),
    write: 'after',
  },
  { found: /\bbesides?\b/i, write: 'next to; also' },
  { found: /\bstands?\b(?! for\b|-)/i, write: 'is, is written' },
  { found: /\blies\b/i, write: 'is, is stored' },
  { found: /\bparted\b/i, write: 'separated' },
  { found: /\bturn(?:s|ed|ing)? down\b/i, write: 'reject' },
  { found: /\bgiv(?:es?|en|ing) up\b|\bgave up\b/i, write: 'abandon, fail permanently, stop' },
  { found: /\bby itself\b/i, write: 'automatically, alone' },
  { found: /\bfor good\b(?! reason)/i, write: 'permanently' },
  { found: /\bunder way\b/i, write: 'in progress, in flight' },
  { found: /\bso many\b/i, write: 'N, a number of' },
  { found: /\b(?:is|are|be) had\b/i, write: 'is available' },
  { found: /\bmay not\b/i, write: 'must not, cannot' },
  { found: /\bshall\b|\b(?:is|are|was|were) to be\b/i, write: 'must, is' },
  { found: /\bthe usual\b/i, write: 'the default' },
  { found: /\bhears? of\b/i, write: 'receive' },
  { found: /\bgo(?:es)? nowhere\b/i, write: 'is discarded' },
  { found: /\bthe ones? before\b/i, write: 'the previous one' },
  { found: /\bas good as\b/i, write: 'treated as' },
  { found: /\bmade up\b(?! of)/i, write: 'invented' },
  { found: /\bmend(?:s|ed|ing)?\b/i, write: 'fix' },
  { found: /\bpointed out\b/i, write: 'reported as a warning' },
  { found: /\blaid over\b/i, write: 'overrides' },
  { found: /\blets? go\b/i, write: 'release' },
  { found: /\bsurroundings\b/i, write: 'environment' },
  { found: /\bone after the other\b/i, write: 'in order, sequentially' },
  { found: /\b(?:named|called|bounded) otherwise\b|\bmore closely\b/i, write: 'renamed; tighter' },
  { found: /\bdouble[ds]\b/i, write: 'duplicate; twice as large' },
  { found: /\btruth values?\b/i, write: 'boolean' },
  { found: /\blengths? of time\b/i, write: 'duration' },
  { found: /\bhalf (?:a |of a )?surrogates?\b/i, write: 'unpaired surrogate' },
  { found: /\bcheck sums?\b/i, write: 'checksum' },
  { found: /\bby turns\b/i, write: 'alternately' },
  { found: /\bmakes? ready\b/i, write: 'prepare' },
  { found: /\bpiece by piece\b/i, write: 'in batches' },
  {
    found: /\b(?:behavi|col|hon|fav|neighb)our\w*\b|\b(?:recogni|seriali|normali|organi|initiali)s(?:e[sd]?|ing)\b/i,
    write: 'American spelling',
  },
];
