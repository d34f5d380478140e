// The specification over HTTP: the real application, PostgreSQL, SMTP and Chromium.
/** @type {import('jest').Config} */
module.exports = {
  ...require('./database.cjs'),
  testMatch: ['<rootDir>/e2e/**/*.e2e.ts'],
};
