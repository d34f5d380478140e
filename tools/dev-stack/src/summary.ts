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

type Line = readonly [name: string, text: string];

/** The summary for the developer once everything answers. */
export function printSummary(terminal: Terminal, summary: Summary): void {
  const { users } = summary.description;
  const dim = (text: string) => `  ${terminal.style('dim', text)}`;
  const lines = (rows: readonly Line[]) =>
    rows.map(([name, text]) => `  ${name.padEnd(16)}${terminal.style('cyan', text)}`);
  terminal.say(
    [
      '',
      `  ${terminal.style(['bold', 'green'], 'Everything is running.')}`,
      '',
      ...lines(placesOf(summary)),
      '',
      ...debuggersOf(summary.watched),
      ...lines(usersOf(users)),
      dim(`The current code of an authenticator app: npm run -s dev:code -- --user ${emailOf(users)}`),
      '',
      dim('Email budgets apply: 3 messages an hour to one address, 20 from one client.'),
      dim('EMAIL_BUDGET_RECIPIENT_HOUR and EMAIL_BUDGET_CLIENT_HOUR raise them. Ctrl-C stops everything.'),
      '',
      '  Start as',
      ...lines(firstSteps(summary)),
      '',
    ].join('\n'),
  );
}

function placesOf({ description, files, directory }: Summary): Line[] {
  return [
    ['Assessment', description.publicUrl],
    ['Console', `${description.platformUrl}/console`],
    ['Platform API', `${description.platformUrl}/docs`],
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

/** A line for each user: address and password, under their organization. */
function usersOf(users: StackDescription['users']): Line[] {
  const widest = Math.max(...users.map(({ email }) => email.length));
  return users.map(({ email, password, organization }, index) => {
    const isFirst = users[index - 1]?.organization.id !== organization.id;
    return [isFirst ? organization.name : '', `${email.padEnd(widest)}  ${password}`];
  });
}

/** What to do first, one line for each kind of user. */
function firstSteps({ description }: Summary): Line[] {
  const { publicUrl, platformUrl, tokenEndpoint, users, clients } = description;
  const machine = clients[0];
  const credential = machine ? `${machine.client_id}:${machine.client_secret}` : 'CLIENT_ID:SECRET';
  return [
    ['owner', `${publicUrl}/assessment: answer the questions, then read the mailbox`],
    ['admin', `${platformUrl}/console: sign in as ${emailOf(users)}`],
    ['machine', `curl ${tokenEndpoint} -d grant_type=client_credentials -u ${credential}`],
  ];
}

function emailOf(users: StackDescription['users']): string {
  return users[0]?.email ?? 'EMAIL';
}
