/** Where the embedded provider is managed (docs/identity-provider.md). Checked by the app's configuration before Nest starts. */
export interface EmbeddedSettings {
  /** Up to and with `/management`: the version below it is the adapter's to choose. `https` in production. */
  readonly managementUrl: string;
  /** The provider's `MANAGEMENT_TOKEN`: printable characters without spaces. */
  readonly managementToken: string;
  /** For a call, from connecting to the last byte of the answer. */
  readonly timeoutMs?: number;
}
