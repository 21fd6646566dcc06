using { shop } from '../db/schema';

@path: '/shop'
service InvoiceService {
  @restrict: [
    { grant: 'READ', to: 'reader', where: (shop = $user.shop) },
    { grant: [ 'CREATE', 'UPDATE' ], to: 'writer', where: (shop = $user.shop) }
  ]
  @cds.query.limit: { default: 25, max: 100 }
  @cds.default.order: [ { by: 'created_at', desc: true } ]
  entity Invoices as projection on shop.Invoices;

  @restrict: [ { grant: 'READ', to: 'reader', where: (shop = $user.shop) } ]
  entity Customers as projection on shop.Customers;
}
