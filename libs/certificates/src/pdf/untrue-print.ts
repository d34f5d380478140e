/** A printed document that does not say what its record says, or that contains what our pages never do. */
export class UntruePrint extends Error {
  override readonly name = 'UntruePrint';
}
