/** Makes the PDF of a result. Rejects when the adapter's deadline passes. */
export abstract class DocumentMaker {
  abstract make(resultId: string): Promise<Uint8Array>;
}

/** Makes the signed certificate, as it is mailed. */
export abstract class CertificateMaker extends DocumentMaker {}

/** Makes the report of the evidence. */
export abstract class EvidenceReportMaker extends DocumentMaker {}
