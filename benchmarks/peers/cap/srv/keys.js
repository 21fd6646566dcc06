const { createHash } = require('node:crypto');
const cds = require('@sap/cds');

// API keys, looked up by their SHA-256 and remembered, as the other servers do. A credential table of its own holds them.

const known = new Map();

async function find(key) {
  const hash = createHash('sha256').update(key).digest('hex');
  const [row] = await cds.db.run('SELECT shop, scopes, expires_at, revoked_at FROM credential WHERE hash = ?', [hash]);
  if (row === undefined || row.revoked_at !== null || row.expires_at <= Date.now()) return undefined;
  const scopes = JSON.parse(row.scopes);
  const roles = [];
  if (scopes.includes('invoices:read')) roles.push('reader');
  if (scopes.includes('invoices:write')) roles.push('writer');
  const caller = { id: hash.slice(0, 8), roles, attr: { shop: row.shop } };
  known.set(key, caller);
  return caller;
}

module.exports = async function authenticate(request, response, next) {
  const { authorization } = request.headers;
  const key = authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined;
  const caller = key === undefined ? undefined : (known.get(key) ?? (await find(key)));
  if (caller === undefined) return response.sendStatus(401);
  cds.context.user = new cds.User(caller);
  next();
};
