/** A position in a document, in bytes. */
export interface Place {
  readonly from: number;
  readonly to: number;
}
