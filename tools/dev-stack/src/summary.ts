import { relative } from 'node:path';
import { type StackDescription } from './stack-description';
import { type StackFiles } from './stack-files';
import { type Terminal } from './terminal';
import { type WatchedPrograms } from './watched-programs';

interface Summary {
  readonly description: StackDescription;
  readonly files: StackFiles;
  /** The developer's current folder. */
  readonly directory: string;
  readonly watched: WatchedPrograms;
}

/** The summary for the developer once everything answers. */
export function printSummary(terminal: Terminal, summary: Summary): void {
  const { users } = summary.description;
  const dim = (text: string) => `  ${terminal.style('dim', text)}`;
  terminal.say(
    [
      '',
      `  ${terminal.style(['bold', 'green'], 'Everything is running.')}`,
      '',
      ...placesOf(summary).map(([name, place]) => `  ${name.padEnd(16)}${terminal.style('cyan', place)}`),
      '',
      ...debuggersOf(summary.watched),
      '  Submit an assessment; its certificate arrives in the mailbox:',
      '',
      ...submission(summary),
      '',
      '  Call the platform as a signed-in user:',
      '',
      ...platformCall(summary),
      '',
      ...peopleOf(users).map(dim),
      dim("Passwords, TOTP secrets and machines' credentials are in the details file."),
      '',
      dim('Email budgets apply: 3 messages an hour to one address, 20 from one client.'),
      dim('EMAIL_BUDGET_RECIPIENT_HOUR and EMAIL_BUDGET_CLIENT_HOUR raise them.'),
      '',
      dim('npm run demo submits an assessment and verifies its certificate; npm run demo:platform signs in,'),
      dim('creates a machine and calls the API. Ctrl-C stops everything.'),
      '',
    ].join('\n'),
  );
}

function placesOf({ description, files, directory }: Summary): [name: string, place: string][] {
  return [
    ['Assessment', description.publicUrl],
    ['Platform API', description.platformUrl],
    ['Identity', description.issuer],
    ['Single sign-on', description.upstream.issuer],
    ['Mailbox', description.mailbox.url],
    ['Details', relative(directory, files.description)],
  ];
}

function debuggersOf(watched: WatchedPrograms): string[] {
  if (watched.size === 0) return [];
  return [
    '  These programs restart when their source changes. Their debuggers:',
    '',
    ...[...watched].map(([program, port]) => `    ${program.padEnd(24)}127.0.0.1:${port}`),
    '',
  ];
}

function submission({ description, files, directory }: Summary): string[] {
  return [
    `    curl ${description.publicUrl}/api/survey-results \\`,
    `      -H 'Content-Type: application/json' -d @${relative(directory, files.sample)}`,
  ];
}

function platformCall({ description: { platformUrl, users } }: Summary): string[] {
  return [
    `    TOKEN=$(npm run -s dev:token -- --user ${users[0]?.email ?? 'EMAIL'})`,
    `    curl ${platformUrl}/self/me -H "Authorization: Bearer $TOKEN"`,
  ];
}

/** A line for each organization. */
function peopleOf(users: StackDescription['users']): string[] {
  const byOrganization = Map.groupBy(users, ({ organization }) => organization.name);
  return [...byOrganization].map(
    ([name, members]) => `${name.padEnd(14)}${members.map(({ email }) => email).join(', ')}`,
  );
}
