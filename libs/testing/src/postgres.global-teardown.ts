/** Jest `globalTeardown`: ends what the files of the run have shared, and what `postgres.global-setup` started. */
export = async function tearDownPostgres(): Promise<void> {
  await Promise.all((globalThis.closeSharedParts ?? []).map((close) => close()));
  await globalThis.testCluster?.stop();
};
