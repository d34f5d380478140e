/** Jest replaces these in every row of a table, so they match any text. */
const placeholder = /%[a-zA-Z#$%]|\$#|\$\w[\w.]*/;

/** Matches the titles that have this text, as a test or a table of tests writes it. */
export function titlePattern(text) {
  return new RegExp(text.split(placeholder).map(RegExp.escape).join('.*'), 's');
}

/** The numbers of the promises that a title names at its end: `lists credentials § 4.2g 8a`. */
export function promisesOf(title) {
  return / § (.+)$/s.exec(title)?.[1].split(' ') ?? [];
}

/**
 * What the lists of docs/ promise to be shown by tests: `{ number, text, needsTest }`. A requirement can be shown by a document
 * instead.
 */
export function promisesIn({ coverage, chapters, specifications }) {
  const ofRequirements = chapters.flatMap(({ requirements }) =>
    requirements
      .filter(({ status }) => ['met', 'partly met', 'operator'].includes(status))
      .map(({ number, requirement, documents = [] }) => ({
        number: `V${number}`,
        text: requirement,
        needsTest: documents.length === 0,
      })),
  );
  const ofSpecifications = specifications.flatMap(({ musts }) =>
    musts
      .filter(({ reason, deviation }) => reason === undefined && deviation === undefined)
      .map(({ number, must }) => ({ number, text: must, needsTest: true })),
  );
  const ofContract = coverage.flatMap(({ promises }) =>
    Object.entries(promises).map(([number, text]) => ({ number, text, needsTest: true })),
  );
  return [...ofContract, ...ofRequirements, ...ofSpecifications];
}

/**
 * A line for each promise without a passing test or with another one, and for each test that names an unknown promise.
 * `reports` are Jest's JSON reports; a missing one (undefined) has no tests.
 * @returns {string[]}
 */
export function unprovenPromises(promises, reports) {
  const results = reports.flatMap((report) => report?.testResults ?? []);
  const tests = results.flatMap(({ assertionResults = [] }) => assertionResults);
  const naming = Map.groupBy(
    tests.flatMap((test) => promisesOf(test.title).map((number) => ({ ...test, number }))),
    ({ number }) => number,
  );
  const unproven = promises.flatMap(({ number, text, needsTest }) => {
    const named = naming.get(number) ?? [];
    naming.delete(number);
    if (named.length === 0) return needsTest ? [`Not proven: ${number} ${text}: no test names it`] : [];
    const broken = named.filter(({ status }) => status !== 'passed');
    return broken.map(({ title }) => `Not proven: ${number} ${text}: did not pass: ${title}`);
  });
  const unknown = [...naming.values()].flat();
  return [...unproven, ...unknown.map(({ number, title }) => `No promise to test: ${number}: ${title}`)];
}
