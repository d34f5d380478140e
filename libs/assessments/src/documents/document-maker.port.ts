/** Makes the PDF of a result. Rejects when the adapter's deadline passes. */
export abstract class DocumentMaker {
  abstract make(resultId: string): Promise<Uint8Array>;
}
