/** How often a reconciler looks for unfinished changes. */
export abstract class ReconcilerSettings {
  abstract readonly pauseSeconds: number;
}
