import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IssuedCredential } from './seed/credentials-api';
import { writePrivately } from './stack-files';

export interface PersonSecrets {
  readonly password: string;
  /** 160 bits in base32, the format of authenticator apps. */
  readonly totpSecret: string;
}

interface Content {
  readonly managementToken: string;
  /** By address. */
  readonly people: Readonly<Record<string, PersonSecrets>>;
  /** By organization. */
  readonly clients: Readonly<Record<string, IssuedCredential>>;
  /** Client secrets of enterprise connections, by connection. Stacks of earlier versions have none. */
  readonly connections?: Readonly<Record<string, string>>;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base32 of random bytes; 20 of them leave no padding. */
function randomBase32(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (group) => digits.charAt(Number.parseInt(group, 2)));
}

/** `.dev/secrets.json`: random secrets of this stack, kept for the next start. */
export class StackSecrets {
  private constructor(
    private readonly file: string,
    private content: Content,
  ) {}

  /** Creates secrets if there is no file. @throws if it is damaged. */
  static open(file: string): StackSecrets {
    const existing = read(file);
    if (existing) return new StackSecrets(file, existing);
    const managementToken = randomBytes(32).toString('hex');
    const secrets = new StackSecrets(file, { managementToken, people: {}, clients: {} });
    secrets.keep({});
    return secrets;
  }

  get managementToken(): string {
    return this.content.managementToken;
  }

  ofPerson(email: string): PersonSecrets {
    const existing = this.content.people[email];
    if (existing) return existing;
    const drawn = { password: randomBytes(15).toString('base64url'), totpSecret: randomBase32() };
    this.keep({ people: { ...this.content.people, [email]: drawn } });
    return drawn;
  }

  ofConnection(connectionId: string): string {
    const existing = this.content.connections?.[connectionId];
    if (existing !== undefined) return existing;
    const drawn = randomBytes(32).toString('base64url');
    this.keep({ connections: { ...this.content.connections, [connectionId]: drawn } });
    return drawn;
  }

  clientOf(orgId: string): IssuedCredential | undefined {
    return this.content.clients[orgId];
  }

  keepClient(orgId: string, { id, name, client_id, client_secret }: IssuedCredential): void {
    const client = { id, name, client_id, client_secret };
    this.keep({ clients: { ...this.content.clients, [orgId]: client } });
  }

  private keep(change: Partial<Content>): void {
    this.content = { ...this.content, ...change };
    writePrivately(this.file, `${JSON.stringify(this.content, null, 2)}\n`);
  }
}

function read(file: string): Content | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as Content;
  } catch (cause) {
    throw new Error(`${file} is damaged. Remove it to create new secrets.`, { cause });
  }
}
