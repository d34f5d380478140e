/** Makes the signed PDF of a result, as it is mailed. Rejects when the adapter's deadline passes. */
export abstract class DocumentMaker {
  abstract make(resultId: string): Promise<Uint8Array>;
}
