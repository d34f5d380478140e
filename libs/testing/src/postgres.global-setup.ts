import { startTestCluster, type TestCluster } from './test-cluster';

declare global {
  // Jest loads set-up and tear-down apart; the global object is what they share.
  var testCluster: TestCluster | undefined;
}

/** Jest `globalSetup`: one server for the run. `createTestDatabase` reads what is handed over here. */
export = async function setUpPostgres(): Promise<void> {
  const cluster = await startTestCluster(process.env.DATABASE_URL);
  globalThis.testCluster = cluster;
  process.env.TEST_DATABASE_URL = cluster.url;
  process.env.TEST_DATABASE_PREFIX = cluster.prefix;
};
