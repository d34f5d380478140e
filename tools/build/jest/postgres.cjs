// For tests that need PostgreSQL: one cluster for the run, a database for each file (`createTestDatabase`).
const { join } = require('node:path');

const testing = join(__dirname, '..', '..', '..', 'libs/testing/src');

/** @type {import('jest').Config} */
module.exports = {
  globalSetup: join(testing, 'postgres.global-setup.ts'),
  globalTeardown: join(testing, 'postgres.global-teardown.ts'),
};
