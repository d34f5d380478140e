/** How a reconciler works. */
export abstract class ReconcilerSettings {
  /** The pause between two looks for unfinished changes. */
  abstract readonly pauseSeconds: number;
  /** The exact `iss` of the identity provider that the platform manages. */
  abstract readonly managedIssuer: string;
}
