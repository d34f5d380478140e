// The results of `npm run prove -- keycloak` as a table: the ways to run × the clauses.
const ways = ['A broker', 'Two issuers', 'Keycloak for machines too'];
const without = / \[(?:not run )?without (\w+)\]$/;

/**
 * The Markdown of a report of Jest (`--json`). A way is the name of an outermost `describe`, and the titles of its tests are the
 * clauses. `[without capability]` at the end of a title marks a clause that the way cannot keep: the test then checks the refusal.
 * `[not run without runtime]` marks a skipped test and what the machine lacks.
 */
export function waysTable(report, { version, java, date }) {
  const results = resultsOf(report);
  const clauses = [...new Set(results.map(({ clause }) => clause))];
  const rows = clauses.map((clause) => [clause, ...ways.map((way) => cellOf(results, way, clause))]);
  const counts = countsOf(results);
  return [
    `Keycloak ${version}, Java ${java}, ${date}: ${counts}. The tests took ${minutesOf(report)} minutes.`,
    '',
    lineOf(['Clause', ...ways]),
    lineOf(['Clause', ...ways].map(() => '---')),
    ...rows.map(lineOf),
    '',
  ].join('\n');
}

/** Replaces the text between the markers. @throws without them */
export function withMeasured(page, name, text) {
  const [start, end] = [`<!-- ${name}: written by npm run prove -- keycloak -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no markers of ${name}`);
  return `${page.slice(0, from + start.length)}\n\n${text}\n${page.slice(to)}`;
}

function resultsOf({ testResults }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ ancestorTitles: [way] }) => ways.includes(way))
    .map(({ ancestorTitles: [way], title, status }) => ({
      way,
      clause: title.replace(without, ''),
      missing: without.exec(title)?.[1],
      status,
    }));
}

/** Of several tests of a clause the worst counts. */
function cellOf(results, way, clause) {
  const own = results.filter((result) => result.way === way && result.clause === clause);
  if (own.length === 0) return '';
  if (own.some(({ status }) => status === 'failed')) return '**failed**';
  const { missing } = own[0];
  if (own.some(isNotRun)) return missing === undefined ? 'not run' : `not run: no ${missing}`;
  return missing === undefined ? 'held' : `not applicable: no \`${missing}\``;
}

function countsOf(results) {
  const count = (matches) => results.filter(matches).length;
  const held = count(({ status, missing }) => status === 'passed' && missing === undefined);
  const inapplicable = count(({ status, missing }) => status === 'passed' && missing !== undefined);
  const failed = count(({ status }) => status === 'failed');
  return `${held} held, ${inapplicable} not applicable, ${count(isNotRun)} not run, ${failed} failed`;
}

function isNotRun({ status }) {
  return status !== 'passed' && status !== 'failed';
}

/** The files run one after the other. The clock of their times is not that of the report. */
function minutesOf({ testResults }) {
  const took = testResults.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
  return Math.round(took / 60_000);
}

function lineOf(cells) {
  return `| ${cells.join(' | ')} |`;
}
