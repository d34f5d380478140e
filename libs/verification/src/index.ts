export { CertificateIdPipe } from './certificate-id.pipe';
export { VerificationModule } from './verification.module';
export { VerificationService } from './verification.service';
