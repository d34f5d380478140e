import { titlePattern } from './unproven-promises.mjs';

/** A mistake of a test about values, not a module that cannot be loaded. */
const assertion = /\bexpect\(/;

/** The source with the mutation. @returns {string} @throws if its place is not found exactly once */
export function mutated(source, { file, find, replace }) {
  const places = source.split(find).length - 1;
  if (places !== 1) throw new Error(`${file} has the text of its mutation ${places} times: ${find}`);
  return source.replace(find, () => replace);
}

/** Why the tests do not pass without a mutation; undefined if they do. */
export function baselineProblem({ test, title }, report) {
  const results = titled(title, report);
  if (results.length === 0) return `${test} has no test with this title: ${title}`;
  return results.every(({ status }) => status === 'passed') ? undefined : 'fails without the mutation';
}

/** Why the mutation was not found; undefined if the named test failed, and with an assertion. */
export function undetected({ title }, report) {
  const suites = report?.testResults ?? [];
  if (titled(title, report).length === 0)
    return `did not run: ${suites[0]?.message?.split('\n', 1)[0] ?? 'no report'}`;
  const failed = titled(title, report).filter(({ status }) => status === 'failed');
  if (failed.length === 0) return 'survived: the test still passes';
  const messages = failed.flatMap(({ failureMessages = [] }) => failureMessages);
  return messages.some((message) => assertion.test(message))
    ? undefined
    : `failed without an assertion: ${messages[0]}`;
}

function titled(title, report) {
  const pattern = titlePattern(title);
  const results = (report?.testResults ?? []).flatMap(({ assertionResults = [] }) => assertionResults);
  return results.filter((result) => pattern.test(result.title));
}
