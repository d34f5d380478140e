import { type ConsoleSession, type Permission } from '@governance/iam';

/** The organization of a token. */
export interface CurrentOrganization {
  /** Undefined: the person has to choose one. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Whether the person is in others too; undefined if the provider does not say it. */
  readonly hasOthers: boolean | undefined;
}

/** What the API says about the person of a token. */
export interface KnownCaller {
  readonly permissions: ReadonlySet<Permission>;
  readonly organization: CurrentOrganization;
}

/** Where permissions are read. */
export abstract class PermissionSource {
  /** The access token that calls have. */
  abstract tokenOf(session: ConsoleSession): Promise<string>;

  abstract callerOf(session: ConsoleSession): Promise<KnownCaller>;
}
