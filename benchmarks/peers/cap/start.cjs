// Serves the CAP project on a database file: `node start.cjs FILE`; with `deploy` after it creates the tables instead.
process.chdir(__dirname);
process.env.NODE_ENV ??= 'production';
const [file, task] = process.argv.slice(2);
process.env.CDS_CONFIG = JSON.stringify({ requires: { db: { credentials: { url: file } } } });
const cds = require('@sap/cds');

async function start() {
  await cds.plugins;
  if (task === 'deploy') {
    await cds.deploy('*').to('db');
    return;
  }
  const server = await cds.server({ service: 'all', from: '*', port: 0 });
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
  process.once('SIGTERM', () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}

start().catch((error) => {
  console.error(error);
  process.exit(1);
});
