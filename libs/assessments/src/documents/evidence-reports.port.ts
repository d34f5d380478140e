import { ResultDocuments } from './result-documents.port';

/** The reports of results' evidence, which are `unmakeable` while a result has none. A withdrawn certificate changes nothing. */
export abstract class EvidenceReports extends ResultDocuments {}
