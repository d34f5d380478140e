/**
 * Entries that make `npm ci` fail on other machines, or tie the lock to one registry. A broken optional tree leaves
 * extraneous entries, which npm 11 accepts and npm 10 refuses; a host in `resolved` is the author's registry.
 */
export function lockProblems({ packages }) {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, entry]) => [
      ...(entry.version ? [] : [`${path} has no version`]),
      ...(entry.extraneous ? [`${path} is extraneous`] : []),
      ...('resolved' in entry ? [`${path} names where it was downloaded from`] : []),
    ]);
}
