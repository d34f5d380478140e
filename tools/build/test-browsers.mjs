// `npm run prove -- browsers`: every test that starts a browser, in each installed browser. The tests of pages also with visitors in the
// oldest supported Chromium, which is fetched from npm; `npm run prove -- browsers oldest` runs only these.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browserTests } from './browser-tests.mjs';
import { oldestBrowser } from './oldest-browser.mjs';
import { projects, testTargetOf, testTargets } from './projects.mjs';
import { runProgram } from './run-program.mjs';

const isBundled = process.platform === 'linux' && process.arch === 'x64';
const browsers = [
  ...(isBundled ? [['bundled browser', 'bundled']] : []),
  ...[
    ['headless shell', '/usr/lib/chromium/chromium-headless-shell'],
    ['whole Chromium', '/usr/lib/chromium/chromium'],
    ['whole Chrome', '/opt/google/chrome/chrome'],
  ].filter(([, path]) => existsSync(path)),
].map(([name, executable]) => ({ name, settings: { BROWSER_EXECUTABLE: executable }, isChosen: () => true }));
const oldest = {
  name: 'oldest supported',
  settings: isBundled ? { TEST_VISITOR_EXECUTABLE: await oldestBrowser() } : {},
  isChosen: (file) => /\/e2e\/site\/|offline-verifier|older-engines/.test(file),
};
const chosen = process.argv[2] === 'oldest' ? [oldest] : [...browsers, ...(isBundled ? [oldest] : [])];

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const runs = projects.flatMap(({ name, root, targets }) => {
  const files = browserTests(root);
  return testTargets
    .map((target) => ({
      task: `${name}:${target}`,
      files: files.filter((file) => testTargetOf(file) === target),
    }))
    .filter(({ task, files: own }) => own.length > 0 && task.split(':')[1] in targets);
});

const verdicts = [];
for (const { name, settings, isChosen } of chosen) {
  for (const { task, files } of runs) {
    const own = files.filter(isChosen);
    if (own.length === 0) continue;
    console.log(`\n${name}: ${task}, ${own.length} files`);
    const args = ['tools/build/with-node.mjs', 'nx', 'run', task, ...own];
    Object.assign(process.env, settings);
    const code = await runProgram(process.execPath, args);
    for (const key of Object.keys(settings)) delete process.env[key];
    verdicts.push({ text: `${code === 0 ? 'passed' : 'FAILED'}  ${name}: ${task}`, failed: code !== 0 });
  }
}
console.log(`\n${verdicts.map(({ text }) => text).join('\n')}`);
process.exitCode = verdicts.length === 0 || verdicts.some(({ failed }) => failed) ? 1 : 0;
