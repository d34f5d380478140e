// `npm run -s release -- sbom > sbom.json`: the deployed packages in the CycloneDX format, from package-lock.json.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deployedSbom } from './deployed-sbom.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const sbom = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
console.log(JSON.stringify(deployedSbom(JSON.parse(sbom), { lock, name }), null, 2));
