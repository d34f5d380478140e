/** Jest fills these in for every row of a table, so they stand for any text. */
const placeholder = /%[a-zA-Z#$%]|\$#|\$\w[\w.]*/;

/**
 * One line for each promise that names no test, and for each named test that did not pass. `sections` is
 * docs/specification-coverage.json, `reports` are Jest's JSON reports; a missing one (undefined) holds no tests.
 */
export function unprovenPromises(sections, reports) {
  const files = reports.flatMap((report) => report?.testResults ?? []);
  const promises = sections.flatMap((section) => section.promises);
  return promises.flatMap(({ paragraph, promise, tests }) => {
    const missing = tests.length > 0 ? tests.filter((test) => !hasPassed(test, files)) : ['none is named'];
    return missing.map((test) => `Not proven: ${paragraph} ${promise}: no passing test: ${test}`);
  });
}

/** A failed row of a table, or any other test with that title, leaves the promise unproven. */
function hasPassed(test, files) {
  const [file, text] = test.split(' › ');
  if (!text) return false;
  const title = new RegExp(text.split(placeholder).map(RegExp.escape).join('.*'), 's');
  // The path may begin with another folder: nx can restore a report from the cache of another checkout.
  const results = files.flatMap(({ name, assertionResults }) =>
    name.endsWith(`/${file}`) ? (assertionResults ?? []) : [],
  );
  const named = results.filter((result) => title.test(result.title));
  return named.length > 0 && named.every(({ status }) => status === 'passed');
}
