namespace shop;

entity Customers {
  key ID         : String(30);
      shop       : String @mandatory;
      name       : String(200) @mandatory;
      email      : String @mandatory;
      created_at : Timestamp @cds.on.insert: $now;
}

type Line {
  text     : String(200);
  quantity : Integer;
  price    : Integer;
}

entity Invoices {
  key ID         : String(30);

      @odata.etag
      version    : Integer default 1;
      shop       : String;

      @mandatory
      customer   : Association to Customers;

      @readonly
      status     : String enum { draft; open; paid; void; } default 'draft';

      @readonly
      number     : Integer;
      lines      : many Line;

      @readonly
      total      : Integer;

      @readonly
      paid       : Integer default 0;

      @mandatory
      due_on     : Date;
      memo       : String(500);

      @readonly
      sent_at    : Timestamp;

      @cds.on.insert: $now
      created_at : Timestamp;

      @cds.on.insert: $now
      @cds.on.update: $now
      updated_at : Timestamp;
}
