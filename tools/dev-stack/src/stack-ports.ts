import { isPortFree } from '@governance/testing';
import { type StackSettings } from './stack-settings';

/** The services listen on every address of the machine; the upstream provider, the mailbox and the database on 127.0.0.1. */
const everywhere = ['127.0.0.1', '::1', '0.0.0.0', '::'];
const thisMachine = ['127.0.0.1'];

function refusal(port: number, variable: string): string {
  return `Port ${port} (${variable}) is in use by another program. Stop that program, or choose another port: ${variable}=${port + 100} npm start`;
}

/**
 * Checks all ports before the start.
 * @throws with the port and its variable, for each port that is in use or set twice.
 */
export async function assertPortsFree(settings: StackSettings): Promise<void> {
  const wanted = [
    { variable: 'PUBLIC_PORT', port: settings.PUBLIC_PORT, hosts: everywhere },
    { variable: 'PLATFORM_PORT', port: settings.PLATFORM_PORT, hosts: everywhere },
    { variable: 'IDENTITY_PORT', port: settings.IDENTITY_PORT, hosts: everywhere },
    { variable: 'UPSTREAM_PORT', port: settings.UPSTREAM_PORT, hosts: thisMachine },
    { variable: 'FIRST_WITNESS_PORT', port: settings.FIRST_WITNESS_PORT, hosts: everywhere },
    { variable: 'SECOND_WITNESS_PORT', port: settings.SECOND_WITNESS_PORT, hosts: everywhere },
    { variable: 'MAILBOX_PORT', port: settings.MAILBOX_PORT, hosts: thisMachine },
    { variable: 'SMTP_PORT', port: settings.SMTP_PORT, hosts: thisMachine },
  ];
  const problems: string[] = [];
  for (const [index, { variable, port, hosts }] of wanted.entries()) {
    const before = wanted.slice(0, index).find((other) => other.port === port);
    if (before) problems.push(`${before.variable} and ${variable} are both ${port}.`);
    else if (!(await isPortFree(port, hosts))) problems.push(refusal(port, variable));
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
