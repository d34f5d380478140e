import { type ProviderRequest } from '../http/provider-request';

/** Access to the embedded provider's management API (docs/identity-provider.md). The app's configuration checks it before Nest starts. */
export interface EmbeddedSettings {
  /** The URL up to and including `/management`; the adapter appends the version. `https` in production. */
  readonly managementUrl: string;
  /** The provider's `MANAGEMENT_TOKEN`: printable characters without spaces. */
  readonly managementToken: string;
  /** The time limit of a call, from connecting to the last byte of the response. */
  readonly timeoutMs?: number;
  readonly onOutcome?: ProviderRequest['onOutcome'];
}
