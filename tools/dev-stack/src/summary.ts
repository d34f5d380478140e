import { relative } from 'node:path';
import { type StackDescription } from './stack-description';
import { type StackFiles } from './stack-files';
import { type Terminal } from './terminal';

/** What a developer needs to know once everything answers. `directory` is where he stands. */
export function printSummary(
  terminal: Terminal,
  { description, files, directory }: { description: StackDescription; files: StackFiles; directory: string },
): void {
  const { publicUrl, platformUrl, mailbox } = description;
  const places = {
    Assessment: publicUrl,
    'Platform API': platformUrl,
    Mailbox: mailbox.url,
    Details: relative(directory, files.description),
  };
  const rows = Object.entries(places).map(
    ([name, place]) => `  ${name.padEnd(14)}${terminal.style('cyan', place)}`,
  );
  const curl = [
    `curl ${publicUrl}/api/survey-results \\`,
    `  -H 'Content-Type: application/json' -d @${relative(directory, files.sample)}`,
  ];
  terminal.say(
    [
      '',
      `  ${terminal.style(['bold', 'green'], 'Everything is running.')}`,
      '',
      ...rows,
      '',
      '  Submit an assessment; its certificate arrives in the mailbox:',
      '',
      ...curl.map((line) => `    ${line}`),
      '',
      `  ${terminal.style('dim', 'The email budgets hold here too: 3 messages an hour to one address, 20 from one client.')}`,
      `  ${terminal.style('dim', 'EMAIL_BUDGET_RECIPIENT_HOUR and EMAIL_BUDGET_CLIENT_HOUR raise them.')}`,
      '',
      `  ${terminal.style('dim', 'npm run demo goes all the way to the verified certificate. Ctrl-C stops everything.')}`,
      '',
    ].join('\n'),
  );
}
