import { type ConsoleSession, type Permission } from '@governance/iam';

/** Where permissions are read. */
export abstract class PermissionSource {
  /** The access token that calls have. */
  abstract tokenOf(session: ConsoleSession): Promise<string>;

  /** What the person of the token may do. */
  abstract permissionsOf(session: ConsoleSession): Promise<ReadonlySet<Permission>>;
}
