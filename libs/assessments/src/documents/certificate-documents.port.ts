import { ResultDocuments } from './result-documents.port';

/** The certificates of results, which are `unmakeable` once they are withdrawn. */
export abstract class CertificateDocuments extends ResultDocuments {}
