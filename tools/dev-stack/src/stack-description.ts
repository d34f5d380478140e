import { readJson } from './stack-files';

/** A user who can sign in. */
export interface StackUser {
  readonly email: string;
  readonly password: string;
  /** In base32. */
  readonly totpSecret: string;
  readonly role: string;
  readonly organization: StackOrganization;
}

/** A machine's credential, with the member names of OAuth and the platform surface. */
export interface StackClient {
  readonly organization: StackOrganization;
  readonly name: string;
  readonly credential_id: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export interface StackOrganization {
  readonly id: string;
  readonly name: string;
}

/** Addresses of the stack. */
export interface StackPlace {
  readonly publicUrl: string;
  readonly platformUrl: string;
  /** The `iss` of tokens of users. */
  readonly issuer: string;
  /** That of tokens of machines. */
  readonly machineIssuer: string;
  /**
   * Where users enter their passwords: at Keycloak as the issuer, or at Keycloak as a connection of their organization. Absent: at
   * the embedded provider.
   */
  readonly signInAt?: 'keycloak' | 'connection';
  readonly tokenEndpoint: string;
  readonly claimsNamespace: string;
  /** The identity provider's management API. */
  readonly identity: {
    readonly managementUrl: string;
    readonly managementToken: string;
  };
  /** The OpenID provider of the enterprise connections, which accepts every address with any password. */
  readonly upstream: { readonly issuer: string };
  /** Of the owner, with the password. */
  readonly databaseUrl: string;
  readonly mailbox: {
    readonly url: string;
    /** The list of messages. */
    readonly api: string;
    readonly smtp: string;
  };
}

export interface StackWitness {
  readonly url: string;
  /** With which its cosignatures are verified. */
  readonly verifierKey: string;
}

/** `.dev/stack.json`: addresses and accounts. It exists exactly while everything answers. */
export interface StackDescription extends StackPlace {
  /** Of probes and metrics, by service. */
  readonly managementPorts: Readonly<Record<string, number>>;
  readonly witnesses: readonly StackWitness[];
  readonly users: readonly StackUser[];
  readonly clients: readonly StackClient[];
}

/** Undefined if no stack runs. */
export function readDescription(file: string): StackDescription | undefined {
  return readJson(file) as StackDescription | undefined;
}
