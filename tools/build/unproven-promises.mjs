/** Jest replaces these in every row of a table, so they match any text. */
const placeholder = /%[a-zA-Z#$%]|\$#|\$\w[\w.]*/;

/** Matches the titles that have this text, as a test or a table of tests writes it. */
export function titlePattern(text) {
  return new RegExp(text.split(placeholder).map(RegExp.escape).join('.*'), 's');
}

/** The chapters of docs/security/asvs.json as sections: a requirement with tests promises what they prove. */
export function requirementsAsPromises(chapters) {
  return chapters.map(({ requirements }) => ({
    promises: requirements
      .filter(({ tests = [] }) => tests.length > 0)
      .map(({ number, requirement, tests }) => ({
        paragraph: `ASVS ${number}`,
        promise: requirement,
        tests,
      })),
  }));
}

/** The specifications of docs/security/openid-musts.json as sections, in the same way. */
export function mustsAsPromises(specifications) {
  return specifications.map(({ specification, musts }) => ({
    promises: musts
      .filter(({ tests = [] }) => tests.length > 0)
      .map(({ section, must, tests }) => ({
        paragraph: `${specification}, ${section}`,
        promise: must,
        tests,
      })),
  }));
}

/**
 * One line per promise without a test, and per listed test that did not pass. `sections` is
 * docs/specification-coverage.json, `reports` are Jest's JSON reports; a missing one (undefined) has no tests.
 */
export function unprovenPromises(sections, reports) {
  const files = reports.flatMap((report) => report?.testResults ?? []);
  const promises = sections.flatMap((section) => section.promises);
  return promises.flatMap(({ paragraph, promise, tests }) => {
    const missing = tests.length > 0 ? tests.filter((test) => !hasPassed(test, files)) : ['none is listed'];
    return missing.map((test) => `Not proven: ${paragraph} ${promise}: no passing test: ${test}`);
  });
}

/** A failed table row, or another failed test with that title, leaves the promise unproven. */
function hasPassed(test, files) {
  const [file, text] = test.split(' › ');
  if (!text) return false;
  const title = titlePattern(text);
  const results = files.flatMap(({ name, assertionResults }) =>
    name.endsWith(`/${file}`) ? (assertionResults ?? []) : [],
  );
  const named = results.filter((result) => title.test(result.title));
  return named.length > 0 && named.every(({ status }) => status === 'passed');
}
