/** How often a property is checked: 200 times by `npm test`, 5,000 times by `npm run test:nightly`, or as FUZZ_RUNS says. */
export const propertyRuns = Number(process.env.FUZZ_RUNS ?? 200);

/** Whether each case is tried where `npm test` tries a choice of them. */
export const triesEachCase = propertyRuns >= 5_000;
