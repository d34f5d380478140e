// `npm run -s release -- licences`: the deployed packages of package-lock.json with their licences, by licence.
import { readFileSync } from 'node:fs';
import { deployedPackages } from './lock-problems.mjs';

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
const lines = deployedPackages(lock).map(
  ({ name, version, license }) => `${license.padEnd(20)}${name} ${version}`,
);
console.log([...new Set(lines)].toSorted().join('\n'));
