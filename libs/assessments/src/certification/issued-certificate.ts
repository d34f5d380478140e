import { type Certificate } from '../certificate';
import { type SignedCredential } from './certification';

/** A certificate ready to render: with its credential and, when it goes to an address, with the holder proof (a JWS). */
export interface IssuedCertificate extends Certificate {
  readonly signed: SignedCredential;
  readonly holderProof?: string;
}
