/** Jest `globalTeardown`: ends what the files of the run have shared, and what `postgres.global-setup` started. */
export = async function tearDownPostgres(): Promise<void> {
  await globalThis.endSharedPrograms?.();
  await globalThis.testCluster?.stop();
};
