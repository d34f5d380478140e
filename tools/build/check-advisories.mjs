// `npm run release -- advisories`: known vulnerabilities of the deployed packages, from the registry's advisories. Exits with 0 if there
// are none, 1 if there are, and 2 if the registry does not answer: `npm audit` cannot be told apart by its own code.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { advisoriesIn } from './advisory-report.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--package-lock-only', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'ignore'],
});
const advisories = advisoriesIn(stdout ?? '');
if (advisories === undefined) {
  console.error(
    'Not checked: the registry did not answer with advisories. docs/releases.md names another way.',
  );
  process.exitCode = 2;
} else {
  for (const advisory of advisories) console.error(advisory);
  console.log(`${advisories.length} known vulnerabilities in the deployed packages.`);
  process.exitCode = advisories.length > 0 ? 1 : 0;
}
