import { runPrepareCommand } from './prepare.command';

void runPrepareCommand(process.argv.slice(2), {
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
}).then((code) => (process.exitCode = code));
