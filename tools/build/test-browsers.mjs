// `npm run test:browsers`: every test that starts a browser, in each installed browser.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browserTests } from './browser-tests.mjs';
import { projects } from './projects.mjs';
import { runProgram } from './run-program.mjs';

const isBundled = process.platform === 'linux' && process.arch === 'x64';
const browsers = [
  ...(isBundled ? [['bundled browser', 'bundled']] : []),
  ...[
    ['headless shell', '/usr/lib/chromium/chromium-headless-shell'],
    ['whole Chromium', '/usr/lib/chromium/chromium'],
    ['whole Chrome', '/opt/google/chrome/chrome'],
  ].filter(([, path]) => existsSync(path)),
];

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const runs = projects.flatMap(({ name, root, targets }) => {
  const files = browserTests(root);
  return ['test', 'e2e']
    .map((target) => ({
      task: `${name}:${target}`,
      files: files.filter((file) => file.endsWith('.e2e.ts') === (target === 'e2e')),
    }))
    .filter(({ task, files: own }) => own.length > 0 && task.split(':')[1] in targets);
});

const verdicts = [];
for (const [name, executable] of browsers) {
  process.env.BROWSER_EXECUTABLE = executable;
  for (const { task, files } of runs) {
    console.log(`\n${name}: ${task}, ${files.length} files`);
    const args = ['tools/build/with-node.mjs', 'nx', 'run', task, ...files];
    const code = await runProgram(process.execPath, args);
    verdicts.push({ text: `${code === 0 ? 'passed' : 'FAILED'}  ${name}: ${task}`, failed: code !== 0 });
  }
}
console.log(`\n${verdicts.map(({ text }) => text).join('\n')}`);
process.exitCode = verdicts.length === 0 || verdicts.some(({ failed }) => failed) ? 1 : 0;
