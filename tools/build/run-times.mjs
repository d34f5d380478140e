const slowestCount = 10;

/**
 * How long a run took, as lines: the seconds of each target, how many tasks came from the cache, and the slowest test files.
 * `tasks` are those that Nx lists in run.json; `reports` are Jest's JSON reports, undefined where one is missing.
 */
export function runTimes(tasks, reports, workspace) {
  const cached = tasks.filter(({ cacheStatus }) => cacheStatus !== 'cache-miss').length;
  const targets = Object.entries(Object.groupBy(tasks, ({ target }) => target))
    .map(([target, group]) => ({ target, seconds: group.reduce((sum, task) => sum + secondsOf(task), 0) }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(({ target, seconds }) => `${target} ${seconds.toFixed(0)}`);
  return [
    `Seconds: ${targets.join(', ')}`,
    `${cached} of ${tasks.length} tasks from cache`,
    'Slowest test files:',
    ...slowest(reports, workspace),
  ];
}

function slowest(reports, workspace) {
  return reports
    .flatMap((report) => report?.testResults ?? [])
    .map((result) => ({ file: result.name.replace(`${workspace}/`, ''), seconds: secondsOf(result) }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowestCount)
    .map(({ file, seconds }) => `${seconds.toFixed(0).padStart(5)} s  ${file}`);
}

/** Nx writes times as text, Jest as milliseconds. */
function secondsOf({ startTime, endTime }) {
  return (new Date(endTime).getTime() - new Date(startTime).getTime()) / 1000;
}
