const names =
  'admin api app auth backup backups bin cache cgi-bin config console cron css dashboard data database db debug demo dev dist doc download dump env etc files graphql health heapdump hidden home images info install internal js json keys lib local log login logs manage manager media metrics mock monitor old panel phpmyadmin private prod profile proxy public rest root scripts secret secrets server server-status setup shell shop source sql src staging static stats status storage swagger system test tests tmp token tools trace upload uploads user users v0 v1 v2 v3 var version vendor web webhook wp-admin wp-content wp-login xmlrpc'.split(
    ' ',
  );
const ends =
  '/ .bak .cfg .env .git .git/config .htaccess .ini .json .log .old .php .sql .swp .tar.gz .txt .xml .yaml .zip ~'.split(
    ' ',
  );
const alone =
  '.aws/credentials .bash_history .DS_Store .dockerenv .env .env.local .git/HEAD .gitignore .htpasswd .npmrc .ssh/id_rsa .svn/entries .well-known/openid-configuration .well-known/security.txt actuator actuator/env actuator/health crossdomain.xml docker-compose.yml Dockerfile favicon.ico invoices.db invoices.md node_modules package.json robots.txt sitemap.xml tsconfig.json web.config'.split(
    ' ',
  );

/** Some two thousand paths at which scanners look for what nobody meant to serve. */
export const commonPaths: readonly string[] = [
  ...names.flatMap((name) => [`/${name}`, ...ends.map((end) => `/${name}${end}`)]),
  ...alone.map((name) => `/${name}`),
];
