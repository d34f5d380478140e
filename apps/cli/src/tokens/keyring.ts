/** What this program uses of an entry of the system's keyring, as `AsyncEntry` of @napi-rs/keyring has it. */
export interface KeyringEntry {
  getPassword(): Promise<string | null | undefined>;
  setPassword(password: string): Promise<void>;
  deletePassword(): Promise<unknown>;
}

/** Opens the entry of an account. Rejects on a system without a keyring. */
export type OpenKeyringEntry = (account: string) => Promise<KeyringEntry>;

/** The keyring of this system, by a package that npm installs where there is a build of it. */
export const systemKeyring: OpenKeyringEntry = async (account) => {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // Without the option, the package uses the kernel's keyring on Linux, which is lost at a restart.
  return new AsyncEntry('governance', account, { linux: { store: 'secret-service' } });
};
