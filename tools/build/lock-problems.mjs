/** Licences that allow use, changes and distribution in a closed product, on the condition of naming the authors. */
const permittedLicences = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC-BY-4.0 CC0-1.0 ISC MIT MIT-0 OFL-1.1 Python-2.0'.split(
    ' ',
  ),
);
/** Packages of before SPDX: each is under the MIT licence by its own text. */
const licencesByText = new Set(['busboy', 'limiter', 'passport-strategy', 'pause', 'slick', 'streamsearch']);

/**
 * Entries that make `npm ci` fail on other machines, or tie the lock to one registry. A broken optional tree leaves
 * extraneous entries, which npm 11 accepts and npm 10 refuses; a host in `resolved` is the author's registry. Without a
 * hash npm installs what it gets.
 * A package that is deployed needs a permitted licence.
 */
export function lockProblems({ packages }) {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, entry]) => [
      ...(entry.version ? [] : [`${path} has no version`]),
      ...(entry.integrity || entry.link || nameOf(path) === undefined ? [] : [`${path} has no hash`]),
      ...(entry.extraneous ? [`${path} is extraneous`] : []),
      ...(isPermitted(path, entry) ? [] : [`${path} has the licence ${entry.license ?? 'of its own text'}`]),
      ...('resolved' in entry ? [`${path} names where it was downloaded from`] : []),
    ]);
}

/** Every package that a deployment may install, with its licence. */
export function deployedPackages({ packages }) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const name = nameOf(path);
    if (name === undefined || entry.dev || entry.link) return [];
    return {
      name,
      version: entry.version,
      license: licencesByText.has(name) ? 'MIT' : entry.license,
    };
  });
}

function nameOf(path) {
  return /.*node_modules\/(.+)$/.exec(path)?.[1];
}

function isPermitted(path, { license = '', dev = false, link = false }) {
  const name = nameOf(path);
  if (name === undefined || dev || link || licencesByText.has(name)) return true;
  const choices = license.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => permittedLicences.has(choice));
}
