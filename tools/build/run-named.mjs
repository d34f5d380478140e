// `npm run prove|operate|release -- NAME [options]`: one of a group of programs. Without a name it lists them.
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.mjs';
import { stackSettings } from './stack-settings.mjs';

const built = (...program) => ['tools/build/run-built.mjs', ...program];
const operated = (app, ...commands) =>
  Object.fromEntries(commands.map((name) => [name, built(`apps/${app}/operate`, name)]));

const groups = {
  // Long proofs. They need more time or other programs than `npm test`.
  prove: {
    faults: built('tools/proofs/faults/main'),
    campaign: built('tools/proofs/faults/campaign'),
    failover: built('tools/proofs/faults/failover'),
    growth: built('tools/proofs/faults/growth'),
    restore: built('tools/proofs/faults/restore'),
    rotation: built('tools/proofs/faults/rotation'),
    overload: built('tools/proofs/faults/overload'),
    alerts: built('tools/proofs/faults/alerts'),
    planted: ['tools/proofs/faults/test-planted-bugs.mjs'],
    mutations: ['tools/build/test-mutations.mjs'],
    stress: ['tools/build/test-stress.mjs'],
    fuzz: ['tools/build/test-fuzz.mjs'],
    transparency: built('tools/proofs/transparency/main'),
    witness: ['--no-strip-types', 'node_modules/jest/bin/jest.js', '-c', 'apps/witness/jest.real.config.cjs'],
    browsers: ['tools/build/test-browsers.mjs'],
    screenshots: ['tools/build/take-screenshots.mjs'],
    'previous-release': ['tools/build/test-previous-release.mjs'],
    images: ['tools/proofs/cluster/prove-images.mjs'],
    kubernetes: ['tools/proofs/cluster/prove-kubernetes.mjs'],
    keycloak: ['tools/keycloak/test-keycloak.mjs'],
  },
  // The operators' commands of docs/operations.md. Bundles and images have `migrate`, and the others in `operate`.
  operate: {
    migrate: built('apps/public-api/migrate'),
    ...operated('public-api', 'keys', 'issuer-keys', 'log-key', 'log-records', 'withdraw', 'erase'),
    ...operated('platform-api', 'reconcile', 'org', 'issuer-doctor'),
    keycloak: built('tools/keycloak/main'),
  },
  // What a release consists of.
  release: {
    advisories: ['tools/build/check-advisories.mjs'],
    texts: ['tools/build/list-texts.mjs'],
    licences: ['tools/build/list-licences.mjs'],
    sbom: ['tools/build/write-sbom.mjs'],
    changelog: ['tools/build/write-changelog.mjs'],
    bundle: ['tools/build/deploy-bundle.mjs'],
  },
};

const [group, name, ...options] = process.argv.slice(2);
const command = groups[group][name];
if (command) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const settings = group === 'operate' ? stackSettings(root, name, process.env) : {};
  for (const [setting, value] of Object.entries(settings)) process.env[setting] ||= value;
  process.exitCode = await runProgram(process.execPath, [...command, ...options]);
} else {
  console.error(`Usage: npm run ${group} -- ${Object.keys(groups[group]).join('|')} [options]`);
  process.exitCode = 2;
}
