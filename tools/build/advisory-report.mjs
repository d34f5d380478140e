/** How bad, as npm names it, the worst last. */
const severities = ['info', 'low', 'moderate', 'high', 'critical'];

/**
 * The known vulnerabilities in the answer of `npm audit --json`: one line per advisory, the worst first. Undefined if it is not such an
 * answer, because the registry has none: that says nothing about the packages.
 */
export function advisoriesIn(answer) {
  const { vulnerabilities } = parsed(answer) ?? {};
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null) return undefined;
  const advisories = new Map();
  for (const { via = [] } of Object.values(vulnerabilities)) {
    // A text names another package of the list, through which this one is affected.
    for (const advisory of via) if (typeof advisory === 'object') advisories.set(advisory.url, advisory);
  }
  return [...advisories.values()]
    .toSorted((one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity))
    .map(({ severity, name, range, title, url }) => `${severity}: ${name} ${range}: ${title} (${url})`);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
