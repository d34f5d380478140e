import { runAuditCommand } from './audit.command';

// npm runs scripts in the workspace, and passes the caller's folder in INIT_CWD.
void runAuditCommand(process.argv.slice(2), {
  folder: process.env.INIT_CWD ?? process.cwd(),
  root: process.cwd(),
  env: process.env,
  now: () => new Date(),
  print: (line) => process.stdout.write(`${line}\n`),
}).then((code) => (process.exitCode = code));
