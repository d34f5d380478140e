export * from './attachment-names';
export { checkCredential, type CheckedCredential } from './check-credential';
export { checkDocumentSeal } from './check-document-seal';
export { checkHolderProof, type Disclosure } from './check-holder-proof';
export { checkPrintedPage, checkPrintedText, type PrintedPage } from './check-printed-page';
export { checkResultData, type ResultData } from './check-result-data';
export { type LogEntry } from './check-log';
export { checkTreeHead, type TreeHeadClaims } from './check-tree-head';
export { checkStatus } from './check-status';
export * from './der';
export { bytesOutside, sealKey, sealLength, sealPlace } from './document-seal';
export { type Findings } from './findings';
export * from './holder-digest';
export { IssuerKeySet, type P256PublicKey } from './issuer-key-set';
export * from './jws-types';
export { printedReason, type PrintedReason } from './launch-reason';
export { isPdf } from './is-pdf';
export {
  logCommitmentText,
  type LogEntryKind,
  logEntryText,
  type LoggedEvent,
  logMinute,
  logProofExtra,
  type LogProofExtra,
} from './log-entry';
export { logTrust, type LogTrust, type PublishedLog } from './log-trust';
export { CannotCheck, NotACertificate, NotGenuine, Withdrawn } from './not-genuine';
export {
  domainWords,
  layouts,
  logEntryInWords,
  organizationWords,
  pageLayoutOf,
  showsHolder,
  statements,
} from './page-layouts';
export {
  type GenuineVerdict,
  type RedVerdict,
  type Refusal,
  refusalOf,
  type Verdict,
  verdictOf,
  verdictOn,
} from './verdict';
export { referenceCertificate } from './reference-certificate';
export { reference } from './reference-data';
export { type Place } from './place';
export { ecdsaSignature, ecdsaWithSha256, signedAttributes, signedData } from './pdf-signature';
export { type EcdsaSignature, type Primitives } from './primitives.port';
export { readAttachments } from './read-attachments';
export {
  type PdfPage,
  type PdfReader,
  type Pixels,
  pixelsPerPoint,
  qrCodeIn,
  readPrintedPage,
  textOf,
} from './read-printed-page';
export { signatureLength } from './signature-place';
export { type PublishedRubric, type StatusListAnswer, type VerificationInput } from './verification-input';
export { verifyCertificate } from './verify-certificate';
