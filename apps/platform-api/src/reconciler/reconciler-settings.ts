/** How often a reconciler looks for changes that nobody has finished. */
export abstract class ReconcilerSettings {
  abstract readonly pauseSeconds: number;
}
