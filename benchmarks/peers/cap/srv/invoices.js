const { randomUUID } = require('node:crypto');
const cds = require('@sap/cds');

// The rules of invoices that the model cannot state.

const totalOf = (lines) => lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);

function checkLines(request, lines) {
  if (!Array.isArray(lines) || lines.length < 1 || lines.length > 100) {
    request.error(422, 'must have 1..100 items', 'lines');
    return;
  }
  lines.forEach(({ text, quantity, price }, at) => {
    if (typeof text !== 'string' || text.length < 1) request.error(422, 'is required', `lines/${at}/text`);
    if (!(quantity >= 1 && quantity <= 10_000)) request.error(422, 'must be 1..10000', `lines/${at}/quantity`);
    if (!(price >= 0 && price <= 100_000_000)) request.error(422, 'must be 0..100000000', `lines/${at}/price`);
  });
}

module.exports = class InvoiceService extends cds.ApplicationService {
  init() {
    const { Invoices, Customers } = this.entities;

    this.before('CREATE', Invoices, async (request) => {
      const { data, user } = request;
      checkLines(request, data.lines);
      if (request.errors) return;
      const customer = await SELECT.one
        .from(Customers)
        .columns('ID')
        .where({ ID: data.customer_ID, shop: user.attr.shop });
      if (!customer) request.error(422, 'names no customer of yours', 'customer_ID');
      data.ID = `inv_${randomUUID().replaceAll('-', '').slice(0, 26)}`;
      data.shop = user.attr.shop;
      data.total = totalOf(data.lines);
      if (data.total <= 0) request.reject(422, 'The invoice comes to nothing');
    });

    this.before('UPDATE', Invoices, async (request) => {
      const { data, user } = request;
      if (data.lines !== undefined) checkLines(request, data.lines);
      if (request.errors) return;
      const present = await SELECT.one
        .from(Invoices)
        .columns('status', 'version')
        .where({ ID: data.ID, shop: user.attr.shop })
        .forUpdate();
      if (!present) request.reject(404);
      const closed = present.status !== 'draft' && present.status !== 'open';
      if ((data.lines !== undefined && present.status !== 'draft') || closed) {
        request.reject(409, "The invoice's state does not allow this");
      }
      if (data.lines !== undefined) {
        data.total = totalOf(data.lines);
        if (data.total <= 0) request.reject(422, 'The invoice comes to nothing');
      }
      data.version = present.version + 1;
    });

    return super.init();
  }
};
