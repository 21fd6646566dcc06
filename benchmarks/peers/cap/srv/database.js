const SQLiteService = require('@cap-js/sqlite');

// CAP's own SQLite service, whose commits are on the disk before they are answered, as those of the other servers are.

module.exports = class DurableService extends SQLiteService {
  get factory() {
    const { create, ...others } = super.factory;
    return {
      ...others,
      create: async (tenant) => {
        const connection = await create(tenant);
        connection.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4000');
        return connection;
      },
    };
  }
};
