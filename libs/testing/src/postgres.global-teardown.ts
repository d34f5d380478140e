/** Jest `globalTeardown`: ends what `postgres.global-setup` started. */
export = async function tearDownPostgres(): Promise<void> {
  await globalThis.testCluster?.stop();
};
