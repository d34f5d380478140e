export { type SurfaceAddresses } from './credential/credential-document';
export { type IssuerAddresses, issuerAddresses } from './credential/issuer-addresses';
export { type IssuerProfile, issuerProfile } from './credential/issuer-profile';
export { JoseIssuer } from './credential/jose-issuer';
export { certificateContent, certificateShell } from './certificate-html';
export { findBrowser, type FoundBrowser } from './browser/find-browser';
export { offlineVerifier } from './offline-verifier';
export { sealed } from './pdf/document-seal';
export * from './puppeteer-certificate-renderer';
