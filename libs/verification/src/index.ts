export {
  ApiCertificateId,
  invalidCertificateId,
  noStore,
  validRecordExample,
  withdrawnRecordExample,
} from './canonical-verification.openapi';
export { certificateIdIn } from './certificate-id-in';
export { CertificateIdPipe } from './certificate-id.pipe';
export { exampleAddresses, exampleAnswers, exampleRemediation, exampleResult } from './example-result';
export {
  RubricReferenceResponse,
  ValidRecordResponse,
  verificationRecordResponse,
  type VerificationRecordResponse,
  WithdrawnRecordResponse,
} from './verification-record.dto';
export { VerificationModule } from './verification.module';
export { VerificationService } from './verification.service';
