/** What the identity provider reports about sessions that have ended, before their tokens expire. */
export abstract class SessionEndIntake {
  /** Records new ends as cut-offs. The provider's absence delays them and is no error; rejects with `StoreUnavailable`. */
  abstract takeIn(): Promise<void>;
}
