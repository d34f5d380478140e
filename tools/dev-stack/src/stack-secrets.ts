import { randomBytes } from 'node:crypto';
import { toBase32 } from '../../../apps/identity-provider/src/second-factor/base32';
import { type IssuedCredential } from './seed/credentials-api';
import { readJson, writeJson } from './stack-files';

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
    const drawn = { password: randomBytes(15).toString('base64url'), totpSecret: toBase32(randomBytes(20)) };
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
    writeJson(this.file, this.content);
  }
}

function read(file: string): Content | undefined {
  try {
    return readJson(file) as Content | undefined;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new Error(`${file} is damaged. Remove it to create new secrets.`, { cause });
  }
}
